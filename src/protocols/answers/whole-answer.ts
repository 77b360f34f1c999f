import type { TokenUsage, ToolUses } from '../../domain/usage.ts';

/** An unstreamed answer, understood as far as the pipeline needs. */
export interface WholeAnswer {
  /** The body as the caller gets it, under the caller's model name. */
  readonly body: Buffer;
  readonly usage: TokenUsage | null;
  /** What it is charged as where nobody counts; absent: as the request says. */
  readonly estimate?: TokenUsage;
  readonly serviceTier: string | null;
  /** Bytes of generated text, for an estimate when counters are missing. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that it shows; absent where the protocol has none. */
  readonly toolUses?: ToolUses;
  /** Absent where the protocol has no memory. */
  readonly storable?: StorableAnswer;
}

/** A whole answer that can be stored, as its body stands. */
export interface StorableAnswer {
  readonly responseId: string;
  /** The body that says it is not stored after all. */
  bodyWhenNotStored(): Buffer;
}

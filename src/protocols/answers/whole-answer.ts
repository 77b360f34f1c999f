import type { Usage, ToolUses } from '../../domain/usage.ts';
import type { CounterReading } from './answer-counters.ts';

/** An unstreamed answer, parsed as far as the pipeline needs. */
export interface WholeAnswer {
  /** The body as the caller gets it, under the caller's model name. */
  readonly body: Buffer;
  readonly usage: Usage | null;
  /** How the upstream's counters were read; `null`: there were none that could be. */
  readonly reading: CounterReading | null;
  /** What it is charged as when there are no counters; absent: as the request says. */
  readonly estimate?: Usage;
  readonly serviceTier: string | null;
  /** Bytes of generated text, for an estimate when counters are missing. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that the answer shows; absent when the protocol has none. */
  readonly toolUses?: ToolUses;
  /** Absent when the protocol stores no answers. */
  readonly storable?: StorableAnswer;
}

/** A whole answer that can be stored as it is. */
export interface StorableAnswer {
  readonly responseId: string;
  /** The body that says it is not stored. */
  bodyWhenNotStored(): Buffer;
}

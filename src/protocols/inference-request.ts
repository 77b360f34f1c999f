import type { Target } from '../catalogue/model-catalogue.ts';
import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import type { ThinkingControl } from '../catalogue/thinking-control.ts';
import type { UsageBound } from '../domain/cost.ts';
import type { TokenUsage, ToolUses } from '../domain/usage.ts';
import type { GatewayError } from '../errors.ts';
import type { ReopenableBody } from '../ports/upstream.ts';

/** A request body of a surface, understood as far as the pipeline needs. */
export interface InferenceRequest {
  readonly model: string | null;
  readonly isStream: boolean;
  readonly effort: ReasoningEffort | null;
  readonly serviceTier: string | null;
  /** No token is shorter than a byte: an upper bound of the input, unless {@link hasUnboundedInput}. */
  readonly inputBytes: number;
  /** Images, audio, files: their tokens are not bounded by their bytes, so the context window bounds them. */
  readonly hasUnboundedInput: boolean;
  /** Prompts that an upstream adds by itself, because of tools; absent: none. */
  readonly toolPrompts?: number;
  /** Counted by the caller, exactly: token ids instead of text, in which no personal data can be looked for. Absent for text. */
  readonly inputTokens?: number;
  /** The most that is counted instead of tokens, or besides them; absent where tokens are all that is counted. */
  countedOtherwise?(target: Target): Omit<UsageBound, 'inputTokensMax' | 'outputTokensMax'>;
  /** What a whole answer without counters has cost; absent where only counters can tell. */
  readonly usageOfWholeAnswer?: TokenUsage;
  /** What an answer without counters is charged as; absent: estimated from its bytes and those of the request. */
  estimatedUsage?(target: Target): TokenUsage;
  /** Some upstreams answer whole although a stream was asked for. */
  readonly isStreamOptional?: true;
  /** What an unstreamed answer is made of; absent: JSON. */
  readonly answerForm?: 'text' | 'bytes';
  /** False for what is heard or spoken: no placeholder can stand in it. Absent: personal data can be cast. */
  readonly isCastable?: false;
  /** The most input tokens that a target may count, where neither bytes nor one context window bound them. */
  inputTokensMax?(target: Target): number;
  /** Raises `GatewayError` (400) for what this one target does not take. */
  assertTakenBy?(target: Target): void;
  /** The path of the first member that is not known to leave the amount of work as it is; absent or `null`: none is. */
  readonly unknownMember?: string | null;
  /** What bounds a request with such a member; absent: one window of input, and {@link choices} answers. */
  wholeWork?(target: Target): WholeWork;
  /** The output limit the caller set, tokens per choice; `null` when there is none. */
  readonly outputTokensMax: number | null;
  /** How many answers were asked for. */
  readonly choices: number;
  /** The most answers, each within the output limit, that a target may write; absent: {@link choices}. */
  answersMax?(target: Target): number;
  /** Tokens that may be counted as output of each answer beside those the limit bounds; absent: none. */
  readonly outputTokensBeside?: number;
  /** It costs nothing: no credit is held for it, and none is charged. */
  readonly isFree?: boolean;
  /** What it builds on and what is kept of it; absent where the protocol has no memory. */
  readonly memory?: RequestMemory;
  /** The body for a target. `effort` `null` leaves none in it; `efforts` are all that the target has. */
  write(target: {
    readonly model: string;
    readonly outputTokensMax: number;
    readonly effort: ReasoningEffort | null;
    readonly efforts: readonly ReasoningEffort[];
    readonly thinking: ThinkingControl;
    readonly hasOpaqueReasoning: boolean;
    readonly hostedToolUsesMax: number;
  }): Buffer | ReopenableBody;
  /** Reads a whole answer; `null` when it is not one of this protocol. */
  readAnswer(body: Buffer, clientModel: string, target: Target): WholeAnswer | null;
  /** Reads an event stream piece by piece. */
  readStream(clientModel: string, recordBytesMax: number, target: Target): StreamReader;
  /** The words of an upstream's refusal in this surface's error shape; `null` when they cannot be found. */
  readRefusal(body: Buffer): UpstreamRefusal | null;
  /** For an upstream that does not know the path: an answer of the gateway's own; `null` where nothing can be said. */
  estimateAnswer?(): Buffer | null;
}

/** The most work that a target does for one request of a surface, whatever the request says. */
export interface WholeWork {
  readonly inputTokensMax: number;
  /** Each as long as the context window at most. */
  readonly answersMax: number;
  /** What is counted instead of tokens, or besides them; absent: nothing. */
  readonly countedOtherwise?: Omit<UsageBound, 'inputTokensMax' | 'outputTokensMax'>;
}

/** What an upstream says of a request that it refuses. */
export interface UpstreamRefusal {
  /** May quote the caller. */
  readonly message: string;
  readonly param: string | null;
  /** A word for machines; `null` where it has none. */
  readonly code: string | null;
}

/** A request of a protocol that remembers. */
export interface RequestMemory {
  /** The answer is to be kept. */
  readonly isStored: boolean;
  readonly previousResponseId: string | null;
  /** Items that the request names without holding them, in order. */
  readonly referencedItemIds: readonly string[];
  /** Ids of the items that the request itself holds. */
  readonly itemIds: readonly string[];
  /** All items of the input, a JSON array. */
  readonly input: () => Buffer;
  /** The same request with what it builds on put into its input. JSON texts. */
  withContext(history: readonly Buffer[], referenced: ReadonlyMap<string, Buffer>): InferenceRequest;
}

/** An answer that can be kept. */
export interface KeepableAnswer {
  readonly responseId: string;
  /** The whole response object, as the upstream meant it. JSON text. */
  readonly response: Buffer;
  /** What to say in the place of the last words when it could not be kept after all. */
  readonly whenNotKept: Buffer;
}

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
  readonly keepable?: KeepableAnswer;
}

export interface StreamReader {
  /** What to pass on of a piece of the upstream's stream; `null` for nothing. Raises when a record exceeds the limit. */
  push(piece: Buffer): Buffer | null;
  /** What is left when the upstream has ended. */
  finish(): Buffer | null;
  /** The protocol's own end was seen. */
  readonly isDone: boolean;
  /** Nothing more will be read: its end was seen, an error, or what is no record of the protocol. */
  readonly isOver: boolean;
  /** Nothing essential is missing, even if the upstream forgot the last record. */
  readonly isComplete: boolean;
  /** The upstream reported an error of its own within the stream. */
  readonly hasError: boolean;
  /** Last seen wins. */
  readonly usage: TokenUsage | null;
  readonly serviceTier: string | null;
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were shown; absent where the protocol has none. */
  readonly toolUses?: ToolUses | undefined;
  /** The last record of a stream that ended well; `null` when the protocol has none. */
  readonly doneRecord: Buffer | null;
  /** Of a stream that ended well; absent or `null` where there is nothing to keep. */
  readonly keepable?: KeepableAnswer | null;
  errorRecord(error: GatewayError): Buffer;
}

import type { Target } from '../catalogue/model-catalogue.ts';
import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import type { ThinkingControl } from '../catalogue/thinking-control.ts';
import type { UsageBound } from '../domain/cost.ts';
import type { ShownSelection } from '../domain/selection/shown-selection.ts';
import type { Usage } from '../domain/usage.ts';
import type { ReopenableBody } from '../ports/upstream.ts';
import type { StreamProtocol } from './streams/stream-protocol.ts';
import type { ConversationTurns } from './requests/conversation-turns.ts';
import type { WholeAnswer } from './answers/whole-answer.ts';

/** A request body of a surface, parsed as far as the pipeline needs. */
export interface InferenceRequest {
  readonly asked: AskedFor;
  readonly input: RequestInput;
  readonly work: RequestWork;
  readonly answers: AnswerReading;
  /** What it builds on and what is stored of it; `null` when the protocol stores nothing. */
  readonly memory: RequestMemory | null;
  /** What the choice of a route may see of it, read on demand; absent when the protocol has no turns. */
  turns?(): ConversationTurns;
  /** Writes the body for a target. */
  write(target: WriteOptions): Buffer | ReopenableBody;
}

/** What the caller chose; `null` for what they did not. */
export interface AskedFor {
  readonly model: string | null;
  readonly effort: ReasoningEffort | null;
  readonly serviceTier: string | null;
  /** Output tokens per answer. */
  readonly outputTokensMax: number | null;
}

/** The size and kind of the input. */
export interface RequestInput {
  /** Bytes of the body. */
  readonly bytes: number;
  /** The exact number of tokens, for token ids instead of text; `null` for text. */
  readonly tokens: number | null;
  /**
   * Where personal data can be found and replaced: in all of the input; in a `part` of it, beside images, files or
   * token ids; or in `none`, because a placeholder cannot be put into audio.
   */
  readonly castable: 'all' | 'part' | 'none';
}

/** What bounds the cost of a request. */
export interface RequestWork {
  /** The path of the first member that may change the amount of work; `null`: there is none. */
  readonly unknownMember: string | null;
  /** The most work at a target, according to the request. */
  max(target: Target): WorkMax;
  /** The most work at a target, whatever the request says. Bounds a request with an unknown member. */
  wholeMax(target: Target): WorkMax;
  /**
   * What an answer without counters is charged as; `null`: an estimate from the bytes of the answer and the request.
   */
  uncounted(target: Target): Usage | null;
  /** Raises `GatewayError` (400) for anything that this target does not accept. */
  assertTakenBy(target: Target): void;
}

/** The most work of one request at a target. */
export interface WorkMax {
  readonly inputTokensMax: number;
  /**
   * How often the input may be read, or how many parts of it are read by themselves. Each reading is counted, within one
   * context window; interim counters may tell the first alone.
   */
  readonly readingsMax: number;
  /** The number of answers, each within the output limit. */
  readonly answersMax: number;
  /** Tokens counted as output of each answer in addition to those that the limit bounds. */
  readonly outputTokensBeside: number;
  /** What is counted instead of tokens, or in addition. */
  readonly countedOtherwise: Omit<UsageBound, 'inputTokensMax' | 'outputTokensMax'>;
}

/** How the upstream's answers are read. */
export interface AnswerReading {
  readonly unstreamed: WholeReading | BytesReading;
  /** `null`: no stream was requested. */
  readonly stream: StreamReading | null;
  /** The gateway's own answer for an upstream that does not know the path, if there can be one. */
  readonly ownAnswer: (() => Buffer | null) | null;
}

export interface WholeReading {
  readonly form: 'json' | 'text';
  /** `null` for a body that is not an answer of this protocol. */
  read(body: Buffer, clientModel: string, target: Target): WholeAnswer | null;
}

/** An answer of bytes, passed on as it arrives. */
export interface BytesReading {
  readonly form: 'bytes';
  /** The cost of the complete answer. */
  readonly usage: Usage;
}

export interface StreamReading {
  /** Some upstreams answer whole although a stream was requested. */
  readonly isOptional: boolean;
  open(options: StreamOptions): StreamProtocol;
}

export interface StreamOptions {
  /** The name that the caller used for the model. */
  readonly clientModel: string;
  /** As in the head of the answer. */
  readonly requestId: string;
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
  /** Whether so many more bytes of the answer may be kept to its end. */
  readonly mayKeep: (bytes: number) => boolean;
  readonly target: Target;
  /** Reported in the last record, if the dialect has one that can hold it; `null`: the caller named the profile. */
  readonly selection: ShownSelection | null;
}

/** The target and the limits that a body is written for. */
export interface WriteOptions {
  readonly model: string;
  readonly outputTokensMax: number;
  /** `null` leaves no effort in the body. */
  readonly effort: ReasoningEffort | null;
  /** All levels that the target has. */
  readonly efforts: readonly ReasoningEffort[];
  readonly thinking: ThinkingControl;
  readonly hasOpaqueReasoning: boolean;
  readonly hostedToolUsesMax: number;
}

/** The stored state of a request, in a protocol that stores answers. */
export interface RequestMemory {
  /** The answer is to be stored. */
  readonly isStored: boolean;
  readonly previousResponseId: string | null;
  /** Items that the request refers to without containing them, in order. */
  readonly referencedItemIds: readonly string[];
  /** Ids of the items that the request itself contains. */
  readonly itemIds: readonly string[];
  /** All items of the input, as a JSON array. */
  readonly input: () => Buffer;
  /** The same request with everything that it builds on in its input, as JSON texts. */
  withContext(history: readonly Buffer[], referenced: ReadonlyMap<string, Buffer>): InferenceRequest;
}

import type { Target } from '../catalogue/model-catalogue.ts';
import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import type { ThinkingControl } from '../catalogue/thinking-control.ts';
import type { UsageBound } from '../domain/cost.ts';
import type { SelectionTold } from '../domain/selection/selection-told.ts';
import type { TokenUsage } from '../domain/usage.ts';
import type { ReopenableBody } from '../ports/upstream.ts';
import type { StreamProtocol } from './streams/stream-protocol.ts';
import type { RequestTurns } from './requests/request-turns.ts';
import type { WholeAnswer } from './answers/whole-answer.ts';

/** A request body of a surface, understood as far as the pipeline needs. */
export interface InferenceRequest {
  readonly asked: AskedFor;
  readonly input: RequestInput;
  readonly work: RequestWork;
  readonly answers: AnswerReading;
  /** What it builds on and what is kept of it; `null` where the protocol has no memory. */
  readonly memory: RequestMemory | null;
  /** What a choice of who answers may see of it, read when asked for; absent where the protocol has no turns. */
  turns?(): RequestTurns;
  /** The body for a target. */
  write(target: WriteOptions): Buffer | ReopenableBody;
}

/** What the caller chose, each `null` where they said nothing. */
export interface AskedFor {
  readonly model: string | null;
  readonly effort: ReasoningEffort | null;
  readonly serviceTier: string | null;
  /** Output tokens of each answer. */
  readonly outputTokensMax: number | null;
}

/** What the request brings. */
export interface RequestInput {
  /** Of its body. No token of a text is shorter than a byte. */
  readonly bytes: number;
  /** Counted by the caller, exactly: token ids instead of text; `null` for text. */
  readonly tokens: number | null;
  /**
   * Where personal data can be looked for and replaced: in all of it; in a `part`, beside images, files or token ids; or in
   * `none`, since no placeholder can stand in what is heard or spoken.
   */
  readonly castable: 'all' | 'part' | 'none';
}

/** What bounds the cost of a request. */
export interface RequestWork {
  /** The path of the first member that is not known to leave the amount of work as it is; `null`: there is none. */
  readonly unknownMember: string | null;
  /** The most that a target does, by what the request says. */
  max(target: Target): WorkMax;
  /** The most that a target does, whatever the request says. It bounds one with a member that is not known. */
  wholeMax(target: Target): WorkMax;
  /** What an answer without counters is charged as; `null`: it is estimated from its bytes and those of the request. */
  uncounted(target: Target): TokenUsage | null;
  /** Raises `GatewayError` (400) for what this one target does not take. */
  assertTakenBy(target: Target): void;
}

/** The most work of one request at a target. */
export interface WorkMax {
  readonly inputTokensMax: number;
  /** Answers, each within the output limit. */
  readonly answersMax: number;
  /** Tokens counted as output of each answer beside those that the limit bounds. */
  readonly outputTokensBeside: number;
  /** What is counted instead of tokens, or besides them. */
  readonly countedOtherwise: Omit<UsageBound, 'inputTokensMax' | 'outputTokensMax'>;
}

/** How the upstream's answers are read. */
export interface AnswerReading {
  readonly unstreamed: WholeReading | BytesReading;
  /** `null`: no stream was asked for. */
  readonly stream: StreamReading | null;
  /** For an upstream that does not know the path: an answer of the gateway's own, where one can be given. */
  readonly ownAnswer: (() => Buffer | null) | null;
}

export interface WholeReading {
  readonly form: 'json' | 'text';
  /** `null` for what is no answer of this protocol. */
  read(body: Buffer, clientModel: string, target: Target): WholeAnswer | null;
}

/** An answer of bytes, passed on as it comes. */
export interface BytesReading {
  readonly form: 'bytes';
  /** What all of it costs. */
  readonly usage: TokenUsage;
}

export interface StreamReading {
  /** Some upstreams answer whole although a stream was asked for. */
  readonly isOptional: boolean;
  open(options: StreamOptions): StreamProtocol;
}

export interface StreamOptions {
  /** The name that the caller used for the model. */
  readonly clientModel: string;
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
  readonly target: Target;
  /** Told in the last record, where the dialect has one that may hold it; `null`: the caller named who answers. */
  readonly selection: SelectionTold | null;
}

/** What a body is written for. */
export interface WriteOptions {
  readonly model: string;
  readonly outputTokensMax: number;
  /** `null` leaves none in the body. */
  readonly effort: ReasoningEffort | null;
  /** All that the target has. */
  readonly efforts: readonly ReasoningEffort[];
  readonly thinking: ThinkingControl;
  readonly hasOpaqueReasoning: boolean;
  readonly hostedToolUsesMax: number;
}

/** A request of a protocol that remembers. */
export interface RequestMemory {
  /** The answer is to be stored. */
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

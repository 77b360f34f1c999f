import type { Cost, UsageBound } from '../domain/cost.ts';
import type { Place } from '../limits/fair-room.ts';
import type { FileNames } from '../protocols/file-ids/file-names.ts';
import type { NanoEur } from '../domain/money.ts';
import type { OptIns } from '../protocols/requests/known-opt-ins.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Grant } from '../domain/policy.ts';
import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { RecordedAnswer } from '../ledger/recorded-answer.ts';
import type { ThinkingControl } from '../catalogue/thinking-control.ts';
import type { TokenUsage, ToolUses } from '../domain/usage.ts';
import type { ErrorCode, GatewayError } from '../errors.ts';
import type { DirectoryEntry } from '../ports/directory.ts';
import type { BegunRequest, FreeKey, KeyedRequest } from '../ledger/idempotent-requests.ts';
import type { CastConversation } from '../ports/pii-engine.ts';
import type { ReopenableBody, UpstreamAnswer } from '../ports/upstream.ts';
import type { Target } from '../catalogue/model-catalogue.ts';
import type { Exchange } from './exchanges.ts';
import type { ResponseBinding } from '../protocols/responses/stored-response.ts';

/**
 * The records of one inference, each extending the one before: Received → Authenticated → Admitted → Asked → Named → Resolved →
 * Recalled → Profiled → Cast → Rebuilt → Claimed → Reserved → Routed → Answering → Restored → Answered → Settled → Stored. A
 * stage takes the record that the previous one returned, so a wrong order does not compile.
 */

/** What a surface hands in: a request of which only the head has been read. */
export interface Received {
  readonly requestId: string;
  readonly surface: Surface;
  readonly credentials: Credentials;
  /** Headers that may go upstream: the surface's allow-list, lower-case. */
  readonly protocolHeaders: Readonly<Record<string, string>>;
  /** What goes upstream of the query, with its question mark; absent for nothing. */
  readonly query?: string;
  /** What the caller calls this request by, unchecked; absent when it has no such name. */
  readonly idempotencyKey?: string;
  /** Reads the whole body, once, for a caller who is let in. Raises `GatewayError` (`body_too_large`, `request_timeout`, …). */
  readBody(admitted: Admitted): Promise<Buffer>;
  readonly client: Client;
}

export interface Credentials {
  /** The token of `Authorization: Bearer`, or `null`. */
  readonly bearer: string | null;
  /** The value of `x-api-key`, or `null`. */
  readonly apiKey: string | null;
}

/** The caller's end of the connection. */
export interface Client {
  readonly isGone: boolean;
  /** How long writes have waited for the caller so far, together, milliseconds. */
  readonly waitedMs: number;
  /** Calls `listener` once when the caller hangs up before the end; at once when it already has. Returns the way back. */
  onGone(listener: () => void): () => void;
  /** Adds a header to whatever answer follows, an error included. */
  announce(name: string, value: string): void;
  begin(status: number, headers: Readonly<Record<string, string>>): void;
  /**
   * `null` when more may be written at once; otherwise resolves when it may, or when the caller is gone. One who takes
   * nothing for too long is.
   */
  write(bytes: Buffer): Promise<void> | null;
  /** Resolves when everything was handed over, or the caller is gone. */
  end(bytes: Buffer | null): Promise<void>;
}

/** A public protocol surface: the name it has in configuration, its path upstream, and how to read its bodies. */
export interface Surface {
  readonly name: string;
  readonly upstreamPath: string;
  /** Headers of the protocol that go upstream as the caller sent them, lower-case; one that ends in `-` is a prefix. */
  readonly forwardedHeaders: readonly string[];
  /** Headers of the protocol that its clients must send, with what goes upstream for a caller who sent none. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  readonly isFree?: true;
  /** Where human text and byte-exact blocks live in its bodies; absent of bodies that are not JSON. */
  readonly texts?: TextMap;
  /** Query parameters that go upstream too, each with the one value it may have. */
  readonly forwardedQuery?: Readonly<Record<string, string>>;
  /** Checks a request body and makes it answerable. Raises `GatewayError` (400). */
  parse(body: Buffer): InferenceRequest;
}

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

export interface Authenticated extends Received {
  readonly caller: DirectoryEntry;
  readonly grant: Grant;
}

/** A caller who is known, and holds a place among the requests inside. */
export interface Admitted extends Authenticated {
  readonly place: Place;
}

export interface Asked extends Admitted {
  readonly body: Buffer;
  readonly request: InferenceRequest;
  /** What the headers that go upstream switch on. */
  readonly optIns: OptIns;
}

/** The request under its idempotency key, which was free a moment ago. Nothing is written yet. */
export interface Named extends Asked {
  /** `null` without a key. */
  readonly freeKey: { readonly keyed: KeyedRequest; readonly found: FreeKey } | null;
}

/** The caller's own files that a request names. */
export interface NamedFiles {
  readonly names: FileNames;
  /** Where they lie; `null`: it names none. */
  readonly account: string | null;
}

export interface Resolved extends Named {
  /** The body names them as the upstream does. */
  readonly files: NamedFiles;
}

/** What a request builds on: kept answers of the same caller. */
export interface RecalledContext {
  readonly binding: ResponseBinding;
  /** Items that come before those of the request. JSON texts. */
  readonly history: readonly Buffer[];
  /** Items by the ids under which the request names them. */
  readonly referenced: ReadonlyMap<string, Buffer>;
  /** The mapping of the conversation's placeholders so far; `null`: nothing was cast. */
  readonly mapping: string | null;
}

export interface Recalled extends Resolved {
  /** `null` for a request that begins a conversation. */
  readonly context: RecalledContext | null;
  /** Ids of the items that the request itself held, before earlier turns were put in. */
  readonly ownItemIds: readonly string[];
  /** Of all files that the conversation has named so far. */
  readonly fileNames: FileNames;
}

export interface Profiled extends Recalled {
  /** The name the caller used, echoed back in the answer. */
  readonly profile: string;
  /** The profile's own name, where that one is an alias. */
  readonly profileName: string;
  readonly target: Target;
  /** The level for the target: the nearest it has; `null` when it takes none. */
  readonly effort: ReasoningEffort | null;
  /** Per choice, clamped to the target's limit. */
  readonly outputTokensMax: number;
}

export interface Cast extends Profiled {
  /** `null` for a caller who needs no protection. */
  readonly conversation: CastConversation | null;
}

/** What goes upstream is known whole, and so is the most that it can be counted as. */
export interface Rebuilt extends Cast {
  /** What the hold is made for. */
  readonly bound: UsageBound;
  /** Why that is the whole work of the target: a member or opt-in that is not known; `null`: all are. */
  readonly unknown: string | null;
}

/** A request that is this one's to answer, under the key that names it. */
export interface Claim {
  readonly request: BegunRequest;
  /** What the caller has got of the answer so far. */
  readonly answer: RecordedAnswer;
}

export interface Claimed extends Rebuilt {
  /** `null` without an idempotency key. */
  readonly claim: Claim | null;
}

export interface Reserved extends Claimed {
  /** `null` for a request that is free: nothing is held. */
  readonly reservationId: string | null;
  readonly hold: NanoEur;
}

export interface Routed extends Reserved {
  readonly route: Target;
  readonly exchange: Exchange;
}

export interface Answering extends Routed {
  readonly answer: UpstreamAnswer;
}

export interface Restored extends Answering {
  /** Puts the caller's text back into a whole answer. */
  restore(body: Buffer): Buffer;
  /** The same of an upstream's refusal. */
  restoreRefusal(body: Buffer): Buffer;
  /** The same of a stream, piece by piece; `null`: there is no more, every text is whole. Answers whole records. */
  restorePiece(piece: Buffer | null): Buffer | null;
  /** The same of a record that comes after its stream. */
  restoreRecord(record: Buffer): Buffer;
}

/** What the caller still has to be given once the money is right. */
export type Conclusion =
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    }
  /** `cutAs`: what was to come is missing, and the caller is told so under this code. */
  | { readonly kind: 'tail'; readonly bytes: Buffer | null; readonly cutAs?: ErrorCode }
  | { readonly kind: 'error'; readonly error: GatewayError };

export interface Answered extends Reserved {
  readonly outcome: Outcome;
  readonly conclusion: Conclusion;
  /** `null` where there is nothing to keep. */
  readonly kept: KeptAnswer | null;
}

/** An answer that is to be kept before the caller gets its last words. */
export interface KeptAnswer {
  readonly responseId: string;
  /** As the upstream meant it. */
  readonly sent: Buffer;
  /** As the caller gets it. */
  readonly shown: Buffer;
  readonly whenNotKept: Conclusion;
}

export interface Settled extends Answered {
  /** `null` when the reservation ended without a charge, or is still to be ended by the reconciler. */
  readonly cost: Cost | null;
}

export type Stored = Settled;

/** A failure after the credit was reserved: what the caller is told, and how the reservation ends. */
export class InferenceFailure extends Error {
  override readonly name = 'InferenceFailure';
  readonly error: GatewayError;
  readonly outcome: Outcome;

  constructor(error: GatewayError, outcome: Outcome) {
    super(error.message, { cause: error });
    this.error = error;
    this.outcome = outcome;
  }
}

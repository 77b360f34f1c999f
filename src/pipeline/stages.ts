import type { AttemptFailure } from '../catalogue/failure-class.ts';
import type { Cost, UsageBound } from '../domain/cost.ts';
import type { Place } from '../limits/fair-room.ts';
import type { FileNames } from '../protocols/file-ids/file-names.ts';
import type { NanoEur } from '../domain/money.ts';
import type { OptIns } from '../protocols/requests/opt-ins.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Grant } from '../domain/policy.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';
import type { StreamWords } from '../protocols/streams/stream-words.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { BlockBook, MadeBy } from './blocks/block-book.ts';
import type { RecordedAnswer } from '../ledger/recorded-answer.ts';
import type { ErrorCode, GatewayError } from '../errors.ts';
import type { DirectoryEntry } from '../domain/scopes/directory-entry.ts';
import type { BegunRequest, FreeKey, KeyedRequest } from '../ledger/idempotent-requests.ts';
import type { CastConversation } from '../ports/pii-engine.ts';
import type { UpstreamAnswer } from '../ports/upstream.ts';
import type { Target } from '../catalogue/model-catalogue.ts';
import type { Exchange } from './exchanges.ts';
import type { BoundMember, BoundOption, Member, Routing } from './route-options.ts';
import type { SelectionInHand } from './selection-in-hand.ts';
import type { TurnInHand } from './attempts/turn-in-hand.ts';
import type { InferenceRequest } from '../protocols/inference-request.ts';
import type { ResponseBinding } from '../protocols/responses/stored-response.ts';

/**
 * The records of one inference, each extending the one before: Received → Authenticated → Admitted → Readable → Asked →
 * Named → Storable → Bound → Resolved → Recalled → Profiled → Cast → Rebuilt → Affordable → Claimed → Reserved → Routed →
 * Answering → Reworded → Restored → Noted → Answered → Settled → Stored → Recorded. A stage takes the record that the
 * previous one returned, so a wrong order does not compile, and neither does an order without one of them.
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

export interface Authenticated extends Received {
  readonly caller: DirectoryEntry;
  readonly grant: Grant;
}

/** A caller who is known, and holds a place among the requests inside. */
export interface Admitted extends Authenticated {
  readonly place: Place;
}

/** A caller whose body is worth reading. */
export interface Readable extends Admitted {
  readonly mayBeRead: true;
}

export interface Asked extends Readable {
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

/** A request whose answer has room, where it is to be stored. */
export interface Storable extends Named {
  readonly mayBeStored: true;
}

/** Opaque blocks that go to the account that made them, and nowhere else. */
export interface BoundBlocks {
  /** Where those of the answer are noted. */
  readonly book: BlockBook;
  /** Of those that the request brings back; `null`: it brings none that is known. */
  readonly madeBy: MadeBy | null;
}

export interface Bound extends Storable {
  readonly blocks: BoundBlocks;
}

/** The caller's own files that a request names. */
export interface NamedFiles {
  readonly names: FileNames;
  /** Where they lie; `null`: it names none. */
  readonly account: string | null;
}

export interface Resolved extends Bound {
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
  /** What the placeholders in it stand for, of each of those answers; `null`: nothing was cast, or it is gone. */
  readonly mappings: readonly (string | null)[];
}

export interface Recalled extends Resolved {
  /** `null` for a request that begins a conversation. */
  readonly context: RecalledContext | null;
  /** Ids of the items that the request itself held, before earlier turns were put in. */
  readonly ownItemIds: readonly string[];
  /** Of all files that the conversation has named so far. */
  readonly fileNames: FileNames;
}

/** Until a target is asked, what the record says of one is said of the first that may be. */
export interface Profiled extends Recalled, Member {
  /** The name the caller used, echoed back in the answer. */
  readonly profile: string;
  /** The profile's own name, where that one is an alias. */
  readonly profileName: string;
  /** The targets that may answer, at least one, the preferred first; until it is chosen who answers: of the first candidate. */
  readonly members: readonly Member[];
  /** Who may answer, where the gateway chooses. `null`: the caller named who answers. */
  readonly routing: Routing | null;
}

export interface Cast extends Profiled {
  /** `null` for a caller who needs no protection. */
  readonly conversation: CastConversation | null;
  /** The documents of the cast request that an answer may cite by places, in their order; empty for those of no plain text. */
  readonly documents: readonly string[];
}

/** What goes upstream is known whole, and so is the most that it can be counted as. */
export interface Rebuilt extends Cast {
  readonly members: readonly BoundMember[];
  readonly routing: Routing<BoundOption> | null;
  /** What the hold is made for. */
  readonly bound: UsageBound;
  /** Why that is the whole work of the target: a member or opt-in that is not known; `null`: all are. */
  readonly unknown: string | null;
}

/** The wallet would hold it a moment ago, where a key is to be claimed for it. */
export interface Affordable extends Rebuilt {
  readonly isAffordable: true;
}

/** A request that is this one's to answer, under the key that names it. */
export interface Claim {
  readonly request: BegunRequest;
  /** What the caller has got of the answer so far. */
  readonly answer: RecordedAnswer;
}

export interface Claimed extends Affordable {
  /** `null` without an idempotency key. */
  readonly claim: Claim | null;
}

export interface Reserved extends Claimed {
  /** `null` for a request that is free: nothing is held. */
  readonly reservationId: string | null;
  /** Under which the upstream's billing records know the attempt that is under way; `null`: nothing is held. */
  readonly billingReference: string | null;
  /** Which attempt that is; the first is 1. */
  readonly attempt: number;
  readonly hold: NanoEur;
  /** Targets that failed it, and of which nobody knows whether they have executed it. */
  readonly inDoubt: ReadonlySet<Target>;
  /** `null` where there is nothing to choose, or nothing is held. */
  readonly selection: SelectionInHand | null;
  /** Whose turn it is; `null`: that is not known before it is chosen who answers, or nothing is held. */
  readonly turn: TurnInHand | null;
}

export interface Routed extends Reserved {
  readonly route: Target;
  readonly turn: TurnInHand;
  readonly exchange: Exchange;
}

export interface Answering extends Routed {
  readonly answer: UpstreamAnswer;
}

export interface Reworded extends Answering {
  /** Puts the caller's text back into a whole answer. */
  restore(body: Buffer): Buffer;
  /** The same of an upstream's refusal. */
  restoreRefusal(body: Buffer): Buffer;
  /** The same of the texts of a stream; `null`: nothing was cast. */
  readonly textRestorer: TextRestorer | null;
}

/** The same, under the names that the caller has for files. */
export interface Restored extends Reworded {
  /** What is put back into a stream while it is read; `null`: nothing. */
  readonly streamWords: StreamWords | null;
}

export interface Noted extends Restored {
  /** To be told a whole answer before it is passed on, so that its opaque blocks are known. */
  note(body: Buffer): void;
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
  /** `null` where there is nothing to store. */
  readonly toStore: AnswerToStore | null;
}

/** An answer that is to be stored before the caller gets its last words. */
export interface AnswerToStore {
  readonly responseId: string;
  /** As the upstream meant it. */
  readonly sent: Buffer;
  /** As the caller gets it. */
  readonly shown: Buffer;
  whenNotStored(): Conclusion;
}

export interface Settled extends Answered {
  /** `null` when the reservation ended without a charge, or is still to be ended by the reconciler. */
  readonly cost: Cost | null;
}

export interface Stored extends Settled {
  /** The answer is kept as a response, as its request asked. */
  readonly isStored: boolean;
}

export interface Recorded extends Stored {
  /** The answer was handed over to the idempotency key of its request. */
  readonly isHandedOver: boolean;
}

/** Whether a request without an answer was charged, or may be: for choosing who answers, or for any of its attempts. */
export function mayHaveCost({ outcome, inDoubt, selection }: Answered): boolean {
  return outcome.kind !== 'release' || inDoubt.size > 0 || selection?.mayHaveCost === true;
}

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

/** A stream that broke off, or began with an error, before anything of it was passed on. */
export class UnopenedStream extends Error {
  override readonly name = 'UnopenedStream';
  readonly failure: AttemptFailure;
  /** How the request ends, should no attempt follow: what has come is passed on. */
  readonly answered: () => Answered;

  constructor(failure: AttemptFailure, answered: () => Answered) {
    super(`the stream did not begin: ${failure.class}`);
    this.failure = failure;
    this.answered = answered;
  }
}

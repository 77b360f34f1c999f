import type { Face } from '../protocols/face.ts';
import type { Cost, UsageBound } from '../domain/cost.ts';
import type { TakenTokens } from '../limits/caller-counts.ts';
import type { RequestPermit } from '../limits/request-permit.ts';
import type { FileNames } from '../protocols/file-ids/file-names.ts';
import type { NanoEur } from '../domain/money.ts';
import type { OptIns } from '../protocols/requests/opt-ins.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Tags } from '../domain/tags/tags.ts';
import type { Grant } from '../domain/policy.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';
import type { StreamWords } from '../protocols/streams/stream-words.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { MadeBy } from './flow/block-book.ts';
import type { RecordedAnswer } from '../ledger/recorded-answer.ts';
import type { ErrorCode, GatewayError } from '../errors.ts';
import type { DirectoryEntry } from '../domain/scopes/directory-entry.ts';
import type { BegunRequest, UnclaimedKey, KeyedRequest } from '../ledger/idempotent-requests.ts';
import type { BodyConversation } from '../ports/body-casting.ts';
import type { UpstreamAnswer } from '../ports/upstream.ts';
import type { Target } from '../catalogue/model-catalogue.ts';
import type { Exchange } from './exchanges.ts';
import type { BoundMember, BoundOption, Member, Routing } from './selection/route-options.ts';
import type { SelectionInHand } from './selection/selection-in-hand.ts';
import type { TurnInHand } from './attempts/turn-in-hand.ts';
import type { InferenceRequest } from '../protocols/inference-request.ts';
import type { ResponseBinding } from '../protocols/responses/stored-response.ts';

/**
 * The records of one inference, each extending the one before: Received → Authenticated → Admitted → Readable → Asked →
 * Unclaimed → Tagged → Storable → Bound → Resolved → Unrepeated → Recalled → Profiled → Cast → Rebuilt → Affordable →
 * Claimed → Reserved → Routed → Answering → Reworded → Restored → Noted. Answered extends Reserved, because a failed
 * attempt has neither route nor answer and its settlement needs neither: Answered → Settled → Stored → Told → Recorded.
 * A stage takes the record that the previous stage returned, so a wrong order or a missing stage does not compile.
 */

/** What a surface hands in: a request of which only the head was read. */
export interface Received {
  readonly requestId: string;
  readonly surface: Surface;
  readonly credentials: Credentials;
  /** Headers that may go upstream: the surface's allow-list, lower-case. */
  readonly protocolHeaders: Readonly<Record<string, string>>;
  /** The part of the query that goes upstream, with its question mark; absent: none. */
  readonly query?: string;
  /** The caller's idempotency key, unchecked; absent: none. */
  readonly idempotencyKey?: string;
  /** The value of `x-waybill-tags`, unchecked; absent: none was sent. */
  readonly tagsHeader?: string;
  /** The charge is told in the answer's `usage` too. */
  readonly wantsCostInUsage: boolean;
  /**
   * Reads the whole body, once, for an admitted caller. Raises `GatewayError` (`body_too_large`, `request_timeout`, …).
   */
  readBody(admitted: Admitted): Promise<Buffer>;
  readonly client: Client;
}

export interface Credentials {
  /** The token of `Authorization: Bearer`, or `null`. */
  readonly bearer: string | null;
  /** The value of `x-api-key`, or `null`. */
  readonly apiKey: string | null;
  /** Whether `Authorization` was sent, and is no `Bearer <key>`. Default false. */
  readonly hasOtherAuthorization?: boolean;
  /** The hash of the key, where it was hashed before: by a session of the console, or for this request. Never sent. */
  readonly keyHash?: string;
}

/** What a caller is known by, and where the answer is told what casting does. */
export interface Presented {
  readonly credentials: Credentials;
  /** Absent: for requests without texts, such as those of management. */
  readonly client?: Announced;
}

/** Where an answer's headers are told. */
export interface Announced extends Pick<Client, 'announce'> {
  /** The client is one of Anthropic, on a path that clients of both dialects call. */
  readonly isAnthropic?: boolean;
}

/** The caller's end of the connection. */
export interface Client {
  readonly isGone: boolean;
  /** How long writes have waited for the caller so far, in total, milliseconds. */
  readonly waitedMs: number;
  /**
   * Calls `listener` once when the caller hangs up before the end; at once when it already has. Returns a function that
   * removes it.
   */
  onGone(listener: () => void): () => void;
  /** Aborted when the caller hangs up before its body is read. */
  readonly signal: AbortSignal;
  /** Adds a header to the answer that follows, even to an error. */
  announce(name: string, value: string): void;
  begin(status: number, headers: Readonly<Record<string, string>>): void;
  /**
   * Returns `null` when more may be written at once; otherwise resolves when it may, or when the caller is gone. A
   * caller that takes nothing for too long counts as gone.
   */
  write(bytes: Buffer): Promise<void> | null;
  /**
   * Resolves when everything was handed over or the caller is gone. `isTorn`: the connection is closed behind these
   * bytes, in the place of the end of an answer.
   */
  end(bytes: Buffer | null, isTorn?: boolean): Promise<void>;
}

/** A public protocol surface: the name it has in configuration, its path upstream, and how to read its bodies. */
export interface Surface extends Omit<Face, 'texts' | 'errors' | 'lessWork'> {
  /** Where human text and byte-exact blocks are in its bodies; absent when bodies are not JSON. */
  readonly texts?: TextMap;
  /** Whether its requests or answers may hold opaque blocks, which bind to an account. */
  readonly mayHoldBlocks: boolean;
  /** The model that a body names, whatever else is wrong with it; `null`: none, or not by a name. Never raises. */
  modelIn(body: Buffer): string | null;
  /** The texts in the `metadata` of a body, by name. Never raises. Absent: its bodies have none. */
  metadataIn?(body: Buffer): (name: string) => string | undefined;
  /** Parses and checks a request body. Raises `GatewayError` (400). */
  parse(body: Buffer): InferenceRequest;
}

export interface Authenticated extends Received {
  readonly caller: DirectoryEntry;
  readonly grant: Grant;
}

/** A known caller with a permit for a running request. */
export interface Admitted extends Authenticated {
  readonly permit: RequestPermit;
}

/** A caller whose body may be read. */
export interface Readable extends Admitted {
  readonly mayBeRead: true;
}

export interface Asked extends Readable {
  readonly body: Buffer;
  readonly request: InferenceRequest;
  /** What the headers that go upstream enable. */
  readonly optIns: OptIns;
}

/** A request whose idempotency key was free a moment ago. Nothing is written yet. */
export interface Unclaimed extends Asked {
  /** `null` without a key. */
  readonly unclaimedKey: { readonly keyed: KeyedRequest; readonly found: UnclaimedKey } | null;
}

/** A request whose tags are those that its tenant has declared. */
export interface Tagged extends Unclaimed {
  /** `null`: it has none. */
  readonly tags: Tags | null;
}

/** A request whose answer has room, if it is to be stored. */
export interface Storable extends Tagged {
  readonly mayBeStored: true;
}

/** Opaque blocks, which go only to the account that made them. */
export interface BoundBlocks {
  /** The account that made those of the request; `null`: it brings none that is known. */
  readonly madeBy: MadeBy | null;
}

export interface Bound extends Storable {
  readonly blocks: BoundBlocks;
}

/** The caller's own files that a request names. */
export interface NamedFiles {
  readonly names: FileNames;
  /** The account that stores them; `null`: the request names none. */
  readonly account: string | null;
}

export interface Resolved extends Bound {
  /** The body already names them as the upstream does. */
  readonly files: NamedFiles;
}

/** A request that repeats none whose outcome has just become unknown. */
export interface Unrepeated extends Resolved {
  readonly isRepeat: false;
}

/** What a request builds on: stored answers of the same caller. */
export interface RecalledContext {
  readonly binding: ResponseBinding;
  /** Items that come before those of the request, as JSON texts. */
  readonly history: readonly Buffer[];
  /** Items by the ids that the request uses for them. */
  readonly referenced: ReadonlyMap<string, Buffer>;
  /** The placeholder mapping of each of those answers; `null`: nothing was cast, or it is gone. */
  readonly mappings: readonly (string | null)[];
}

export interface Recalled extends Unrepeated {
  /** `null` for a request that begins a conversation. */
  readonly context: RecalledContext | null;
  /** Ids of the items in the request itself, without those of earlier turns. */
  readonly ownItemIds: readonly string[];
  /** The names of all files in the conversation so far. */
  readonly fileNames: FileNames;
}

/** Until a target is asked, the target and its settings are those of the first one that may be. */
export interface Profiled extends Recalled, Member {
  /** The name the caller used, echoed back in the answer. */
  readonly profile: string;
  /** The profile's own name, if `profile` is an alias. */
  readonly profileName: string;
  /**
   * The targets that may answer, at least one, the preferred first. Until a route is chosen: those of the first
   * candidate.
   */
  readonly members: readonly Member[];
  /** The candidates, when the gateway chooses. `null`: the caller named the profile. */
  readonly routing: Routing | null;
}

export interface Cast extends Profiled {
  /** `null` for a caller who needs no protection. */
  readonly conversation: BodyConversation | null;
  /**
   * The documents of the cast request that an answer may cite by position, in their order; empty for those without
   * plain text.
   */
  readonly documents: readonly string[];
}

/** What goes upstream is complete, and so is the bound of its usage. */
export interface Rebuilt extends Cast {
  readonly members: readonly BoundMember[];
  readonly routing: Routing<BoundOption> | null;
  /** The usage that the hold covers. */
  readonly bound: UsageBound;
  /** The unknown member or opt-in for which the bound is the most that the target can do; `null`: all are known. */
  readonly unknown: string | null;
}

/** The wallet could hold the cost a moment ago. Checked only when a key is to be claimed. */
export interface Affordable extends Rebuilt {
  readonly isAffordable: true;
}

/** The exclusive right to answer the request of an idempotency key. */
export interface Claim {
  readonly request: BegunRequest;
  /** What the caller has received of the answer so far. */
  readonly answer: RecordedAnswer;
}

export interface Claimed extends Affordable {
  /** `null` without an idempotency key. */
  readonly claim: Claim | null;
}

export interface Reserved extends Claimed {
  /** `null` for a request that is free: nothing is held. */
  readonly reservationId: string | null;
  /** The id under which the upstream's billing records know the current attempt; `null`: nothing is held. */
  readonly billingReference: string | null;
  /** The number of the current attempt; the first is 1. */
  readonly attempt: number;
  readonly hold: NanoEur;
  /** The tokens that count against the limits of the caller; `null`: none do. */
  readonly tokens: TakenTokens | null;
  /** Targets that failed the request and may have executed it. */
  readonly inDoubt: ReadonlySet<Target>;
  /** `null` when there is nothing to choose, or nothing is held. */
  readonly selection: SelectionInHand | null;
  /** The turn of the target; `null`: the route is not chosen yet, or nothing is held. */
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
  /** Restores the caller's text in a whole answer. Other requests run meanwhile. `null`: nothing was replaced. */
  readonly restore: ((body: Buffer) => Buffer | Promise<Buffer>) | null;
  /** The same in a refusal of the upstream. */
  readonly restoreRefusal: ((body: Buffer) => Buffer | Promise<Buffer>) | null;
  /** Restores the caller's text in a stream; `null`: nothing was cast. */
  readonly textRestorer: TextRestorer | null;
}

/** An answer in which files have the caller's names. */
export interface Restored extends Reworded {
  /** What is restored in a stream while it is read; `null`: nothing. */
  readonly streamWords: StreamWords | null;
}

export interface Noted extends Restored {
  /** Records the opaque blocks of a whole answer, before it is passed on. `null`: it can have none. */
  readonly note: ((body: Buffer) => void) | null;
}

/** What the caller still gets after the settlement. */
export type Conclusion =
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    }
  /**
   * `cutAs`: the rest of the answer is missing, and the caller is told so under this code; `isTorn`: also by a
   * connection that is closed.
   */
  | {
      readonly kind: 'tail';
      readonly bytes: Buffer | null;
      /** The last record of a stream, which follows the bytes; absent: there is none. */
      readonly lastRecord?: Buffer | null;
      readonly cutAs?: ErrorCode;
      /** Nothing of the answer came before the cut. */
      readonly isUnbegun?: boolean;
      readonly isTorn?: boolean;
    }
  | { readonly kind: 'error'; readonly error: GatewayError };

export interface Answered extends Reserved {
  readonly outcome: Outcome;
  readonly conclusion: Conclusion;
  /** `null` where there is nothing to store. */
  readonly toStore: AnswerToStore | null;
}

/** An answer to store before the caller gets the end of it. */
export interface AnswerToStore {
  readonly responseId: string;
  /** As the upstream sent it. */
  readonly sent: Buffer;
  /** As the caller gets it. */
  readonly shown: Buffer;
  whenNotStored(): Promise<Conclusion>;
  /** Holds the memory of the answer until the returned function is called. */
  hold(): () => void;
}

export interface Settled extends Answered {
  /** `null` when the reservation ended without a charge, or the reconciler still has to end it. */
  readonly cost: Cost | null;
}

export interface Stored extends Settled {
  /** The answer is stored as a response, as its request asked. */
  readonly isStored: boolean;
}

/** What was charged is told with what the caller still gets: the last record of a stream is among its bytes. */
export interface Told extends Stored {
  readonly isCostTold: true;
}

export interface Recorded extends Told {
  /** The answer was handed over for recording under the idempotency key of its request. */
  readonly isHandedOver: boolean;
}

/**
 * Whether a failed request may have cost something: its last attempt, an earlier attempt in doubt, or the choice of its
 * route.
 */
export function mayHaveCost({ outcome, inDoubt, selection }: Answered): boolean {
  return outcome.kind !== 'release' || inDoubt.size > 0 || selection?.mayHaveCost === true;
}

/** A failure after the credit was reserved: the error for the caller, and how the reservation ends. */
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

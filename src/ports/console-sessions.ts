/** Who began a session: a person by a key, a passkey or an issuer, or a command on the machine that holds the data. */
export type SessionOwner =
  | {
      readonly kind: 'key';
      readonly userId: string;
      readonly keyId: string;
      readonly keyHash: string;
      readonly rotationId: string | null;
    }
  | { readonly kind: 'passkey'; readonly userId: string; readonly passkeyId: string }
  | { readonly kind: 'issuer'; readonly userId: string; readonly issuer: string; readonly accountId: string }
  | { readonly kind: 'machine'; readonly actor: string };

/** A session of the console. Times are milliseconds since the epoch. */
export interface ConsoleSession {
  /** Shown to its owner; it opens nothing. */
  readonly id: string;
  readonly owner: SessionOwner;
  readonly begunAt: number;
  /** When it was last used, to within a minute. */
  readonly seenAt: number;
  readonly settings: SessionSettings;
}

/** What its owner has set; absent: as the browser says, and UTC. */
export interface SessionSettings {
  readonly language?: string;
  /** IANA time zone of the times that are shown. */
  readonly zone?: string;
}

/**
 * The sessions of the console and the links that begin one, for all processes of a data directory. Of each secret there is
 * only a keyed hash. Every call raises what the storage raises.
 */
export interface ConsoleSessions {
  /** Keeps a session under the hash of its secret. */
  begin(session: ConsoleSession, secretHash: string): void;
  /** `null`: there is none, or it has ended. */
  find(secretHash: string): ConsoleSession | null;
  /** Notes the use of a session. */
  see(id: string, at: number): void;
  /** Keeps what the owner has set, in place of what was set before. */
  set(id: string, settings: SessionSettings): void;
  /** Those of an owner, by user or by actor, newest first; at most a hundred. */
  list(owner: string): readonly ConsoleSession[];
  /** Ends a session; nothing, if there is none. */
  end(id: string): void;
  /** Ends what began, and what was last used, before these times, and forgets links and attempts that end before `now`. */
  sweep(before: { readonly begun: number; readonly seen: number; readonly now: number }): void;
  /** Keeps a link for an actor. */
  addLink(link: { readonly hash: string; readonly actor: string; readonly endsAt: number }): void;
  /** The actor of a link that ends between these times, once: whoever takes it first has it. */
  takeLink(hash: string, ends: { readonly after: number; readonly upTo: number }): string | null;
  /** Whether an attempt counts: the first time, until it ends. */
  takeOnce(hash: string, endsAt: number): boolean;
  /** Whether a device has counted on since this was asked last: a copy of it has not. 0: it never counts. */
  countOn(passkeyId: string, signCount: number): boolean;
  /** Notes where the console of a gateway that has just started is called on this machine. */
  setOrigin(origin: string): void;
  /** Where the console of the gateway that started last is called; `null`: none has noted it. */
  origin(): string | null;
  /** Releases the storage. */
  close(): void;
}

/** What sessions are listed by. */
export function ownerName(owner: SessionOwner): string {
  return owner.kind === 'machine' ? owner.actor : owner.userId;
}

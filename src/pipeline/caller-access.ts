import type { StoredFiles } from '../ledger/stored-files.ts';
import type { ResponseOwner } from '../ledger/stored-responses.ts';
import type { StorageClaim, StorageClaims } from '../ledger/storage-claims.ts';
import { limitedBy, requestSharer } from '../limits/caller-limits.ts';
import type { Left } from '../limits/caller-counting.ts';
import type { Permit } from '../limits/semaphore.ts';
import type { StoredResponse } from '../protocols/responses/stored-response.ts';
import type { Whose } from '../ports/pii-engine.ts';
import { admit, assertRequestRate, assertUploadRate, type AdmitDeps } from './stages/admit.ts';
import { assertNotEmpty, type AssertFundedDeps } from './stages/assert-funded.ts';
import { authenticate } from './stages/authenticate.ts';
import { claimKey, lookAtKey, type ClaimKeyDeps, type Nameable } from './stages/claim-key.ts';
import type { CallerNowDeps } from './flow/caller-now.ts';
import { hinted, type HintedDeps } from './flow/hinted.ts';
import { inOwnWords, type OwnWordsDeps } from './delivery/own-words.ts';
import { recordWhole, releaseClaim, type RecordAnswerDeps, type WholeReply } from './stages/record-answer.ts';
import type { Authenticated, Presented } from './records.ts';
import type { StoreResponseDeps } from './stages/store-response.ts';

// What a caller can do besides an inference, built from the same stages.

/** Identifies the caller, for surfaces that only read: the first stage alone. Raises 401, 403. */
export type Caller = (request: Presented) => Promise<IdentifiedCaller>;

export type IdentifiedCaller = Pick<Authenticated, 'caller' | 'grant'> & Pick<Presented, 'client'>;

export function createCaller(deps: CallerNowDeps): Caller {
  return (request) => authenticate(request, deps);
}

/**
 * Does work that holds no credit once under its idempotency key: a repeated request gets the first answer. Raises what
 * the work raises, after which the key is free again, and what {@link lookAtKey} raises.
 */
export type DoOnce = (asked: Omit<Nameable, 'hasReservation'>, work: () => Promise<WholeReply>) => Promise<void>;

export function createDoOnce(deps: ClaimKeyDeps & RecordAnswerDeps): DoOnce {
  return async (asked, work) => {
    if (asked.idempotencyKey === undefined) return await handOver(asked.client, withLength(await work()));
    const named = await lookAtKey({ ...asked, hasReservation: false as const }, deps);
    const claimed = named === null ? null : await claimKey(named, deps);
    if (claimed === null) return;
    let reply: WholeReply;
    try {
      reply = withLength(await work());
    } catch (error) {
      await releaseClaim(claimed.claim, error, deps);
      throw error;
    }
    await recordWhole(claimed.claim, reply, deps);
    await handOver(claimed.client, reply);
  };
}

function withLength({ status, headers, body }: WholeReply): WholeReply {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body };
}

function handOver(client: Nameable['client'], { status, headers, body }: WholeReply): Promise<void> {
  client.begin(status, headers);
  return client.end(body);
}

/** A caller, and where the answer tells what is left of the limits. */
type Counted = Pick<IdentifiedCaller, 'caller' | 'client'>;

/** Admits an identified caller, for surfaces without an inference. */
export interface CallerAdmission {
  /** Takes a permit, which the surface must release. Raises 429 and 503. To be called before a body is read. */
  enter(identified: Counted): Promise<Pick<Permit, 'release'>>;
  /** Counts a request that needs no permit and is answered even when none is free. Raises 429. */
  count(identified: Counted): Promise<void>;
  /** Counts a request of management, which never counts for the tenant of a person with a role on the platform. Raises 429. */
  countManagement(identified: Pick<Authenticated, 'caller'>): Promise<void>;
  /**
   * Counts an upload. Refuses it for an empty wallet, unless something is free here. Raises 402, 429 for too many, 503.
   */
  assertMayUpload(identified: Pick<Authenticated, 'caller'>): Promise<void>;
  /** What is left of the requests and tokens a minute of the caller, and how many requests may run at once. */
  left(identified: Pick<Authenticated, 'caller'>): Promise<Left & { readonly requestsAtOnce: number }>;
  /** Does the caller's work. A refusal for lack of credit is raised with the caller's credit hint. */
  hinted<Done>(identified: Pick<Authenticated, 'caller'>, work: () => Promise<Done>): Promise<Done>;
}

export function createCallerAdmission(deps: AdmitDeps & AssertFundedDeps & HintedDeps): CallerAdmission {
  return {
    enter: async (identified) => (await admit(identified, deps)).permit,
    count: (identified) => assertRequestRate(identified, deps),
    countManagement: (identified) =>
      assertRequestRate(identified, deps, identified.caller.principal.platform_role === null),
    assertMayUpload: async (identified) => {
      await assertUploadRate(identified, deps);
      if (deps.freeSurfaces.size === 0) await hinted(identified, deps, () => assertNotEmpty(identified, deps));
    },
    left: async ({ caller }) => ({
      ...(await deps.counts.left(limitedBy(caller, deps.limits))),
      requestsAtOnce: requestSharer(caller, deps.limits).keyMax ?? Infinity,
    }),
    hinted: (identified, work) => hinted(identified, deps, work),
  };
}

/** A caller's own responses, for surfaces that show and delete them. */
export interface OwnResponses {
  /** `null` for a response of another owner. Every key of the owner gets it, whatever profiles the key may use. */
  find(responseId: string, by: IdentifiedCaller): Promise<StoredResponse | null>;
  /** Resolves to whether the caller had such a response. */
  delete(responseId: string, by: IdentifiedCaller): Promise<boolean>;
  /** The response with its input as its owner wrote it. Raises 503 when personal data in it cannot be restored. */
  inOwnWords(stored: StoredResponse, by: IdentifiedCaller): Promise<StoredResponse>;
}

export function createOwnResponses(deps: Pick<StoreResponseDeps, 'storedResponses'> & OwnWordsDeps): OwnResponses {
  const { storedResponses } = deps;
  return {
    find: (id, by) => storedResponses.find(id, ownerOf(by)),
    delete: (id, by) => storedResponses.delete(id, ownerOf(by)),
    inOwnWords: (stored, by) => inOwnWords(stored, whoseOf(by), deps),
  };
}

function ownerOf({ caller: { key } }: IdentifiedCaller): ResponseOwner {
  return { userId: key.user_id, tenantId: key.tenant_id };
}

function whoseOf(by: IdentifiedCaller): Whose {
  return { ...ownerOf(by), keyId: by.caller.key.key_id };
}

/** Which files are stored at which account, for surfaces that show them. */
export type FileShelf = Pick<
  StoredFiles,
  | 'begin'
  | 'fail'
  | 'store'
  | 'find'
  | 'findMade'
  | 'digitsOf'
  | 'show'
  | 'list'
  | 'beginRemoval'
  | 'delete'
  | 'deferRemoval'
>;

/** Claims of storage for files that are being uploaded. */
export type UploadClaims = Pick<StorageClaims, 'claim'>;
export type UploadClaim = StorageClaim;

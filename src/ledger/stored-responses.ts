import { isResponseId, responseOfItem } from '../domain/responses/response-id.ts';
import { responseLife, type StoredResponseFacts } from '../domain/responses/response-life.ts';
import {
  decodeStoredResponse,
  encodeStoredResponse,
  outputItemIds,
  type StoredResponse,
} from '../protocols/responses/stored-response.ts';
import type { Clock } from '../time/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { ResponseIndex } from '../ports/response-index.ts';
import { handleCommand, recordedState } from './handle-command.ts';
import type { SealedContents } from './sealed-contents.ts';
import { contentStream, responseStream } from './stream-names.ts';

/** The owner of a response. To all others it does not exist. */
export interface ResponseOwner {
  readonly userId: string;
  readonly tenantId: string;
}

/** What is recorded about a response beside its content. */
export interface ResponseFacts {
  readonly keyId: string;
  readonly reservationId: string;
  readonly previousResponseId: string | null;
  /** Ids of the items in the request. */
  readonly itemIds: readonly string[];
}

export interface StoredResponsesDeps {
  readonly log: EventLog;
  readonly contents: SealedContents;
  readonly index: ResponseIndex;
  readonly clock: Clock;
  /** Hashes item ids, which clients may choose freely and which are therefore not recorded themselves. */
  readonly hasher: KeyHasher;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
}

/** Most items of one response by whose ids it can be found. */
const itemsMax = 500;

/** Hex digits of a hash: 64 bits distinguish the items of one user. */
const hashDigits = 16;

/** How much later than its response a content expires by itself, in case the response is never recorded. */
const contentOutlivesSeconds = 86_400;

/**
 * The stored responses. The content is written before its `ResponseStored` event, and removed before the event of its
 * removal, so that recorded events are always true. A crash in between leaves content that no event names, which
 * expires by its age. All methods raise what the log raises.
 */
export class StoredResponses {
  readonly #deps: StoredResponsesDeps;

  constructor(deps: StoredResponsesDeps) {
    this.#deps = deps;
  }

  /** Stores a response: from then on {@link StoredResponses.find} finds it, in every process on the log. */
  async store(stored: StoredResponse, owner: ResponseOwner, facts: ResponseFacts): Promise<void> {
    const { responseId, binding } = stored;
    const bytes = encodeStoredResponse(stored);
    const maxAgeSeconds = Math.ceil((stored.expiresAtMs - stored.createdAtMs) / 1_000) + contentOutlivesSeconds;
    const place = placeOf(responseId, owner);
    const digest = await this.#deps.contents.put(contentStream(responseId), place, bytes, maxAgeSeconds);
    const items = [...outputItemIds(stored.shown), ...facts.itemIds].slice(0, itemsMax);
    const response = {
      response_id: responseId,
      user_id: owner.userId,
      tenant_id: owner.tenantId,
      key_id: facts.keyId,
      reservation_id: facts.reservationId,
      profile: binding.profile,
      target: binding.target,
      previous_response_id: facts.previousResponseId,
      created_at: new Date(stored.createdAtMs).toISOString(),
      expires_at: new Date(stored.expiresAtMs).toISOString(),
      content_bytes: bytes.length,
      counted_bytes: bytes.length,
      content_digest: digest,
      item_hashes: [...new Set(items.map((id) => this.#hash(id)))],
    };
    const answer = await handleCommand({ type: 'store_response', response }, this.#life(responseId));
    if (!answer.accepted) throw new Error(`the response was not stored: ${answer.refusal}`);
  }

  /** `null` if it does not exist, was removed, has expired, or belongs to another owner. */
  async find(responseId: string, owner: ResponseOwner): Promise<StoredResponse | null> {
    const facts = await this.#visibleTo(responseId, owner);
    if (facts === null) return null;
    const place = placeOf(responseId, owner);
    const toOpen = { ...owner, bytes: facts.content_bytes, digest: facts.content_digest };
    const bytes = await this.#deps.contents.open(contentStream(responseId), place, toOpen);
    return bytes === null ? null : decodeStoredResponse(bytes);
  }

  /**
   * The newest response of this owner that contains an item with this id, or the one that the id itself names; `null`
   * when there is none.
   */
  async findHolder(itemId: string, owner: ResponseOwner): Promise<StoredResponse | null> {
    const responseId = responseOfItem(itemId) ?? (await this.#deps.index.holderOf(owner.userId, this.#hash(itemId)));
    return responseId === null ? null : this.find(responseId, owner);
  }

  /** Removes a response and its content. Returns whether this owner had one. */
  async delete(responseId: string, owner: ResponseOwner): Promise<boolean> {
    return (await this.#visibleTo(responseId, owner)) !== null && (await this.takeBack(responseId));
  }

  /** Removes a response, even if it was stored only in part. Returns whether it was stored completely. */
  async takeBack(responseId: string): Promise<boolean> {
    await this.#deps.contents.remove(contentStream(responseId));
    return (await handleCommand({ type: 'delete_response' }, this.#life(responseId))).accepted;
  }

  /** Removes an expired response. Returns whether it still existed. */
  async expire(responseId: string): Promise<boolean> {
    await this.#deps.contents.remove(contentStream(responseId));
    return (await handleCommand({ type: 'expire_response' }, this.#life(responseId))).accepted;
  }

  /** Decides by the recorded events, not by the content. */
  async #visibleTo(responseId: string, { userId, tenantId }: ResponseOwner): Promise<StoredResponseFacts | null> {
    const facts = isResponseId(responseId) ? await recordedState(this.#life(responseId)) : null;
    if (facts === null || facts.isRemoved || facts.user_id !== userId || facts.tenant_id !== tenantId) return null;
    return Date.parse(facts.expires_at) > this.#deps.clock.now() ? facts : null;
  }

  #hash(itemId: string): string {
    return this.#deps.hasher.hash(itemId).slice(0, hashDigits);
  }

  #life(responseId: string) {
    const { log, createId } = this.#deps;
    return { log, createId, stream: responseStream(responseId), decider: responseLife };
  }
}

/** The place that a content is bound to: it can only be opened there, for its owner. */
function placeOf(responseId: string, { tenantId, userId }: ResponseOwner): string {
  return `${responseId}/${tenantId}/${userId}`;
}

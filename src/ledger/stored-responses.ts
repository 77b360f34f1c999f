import { isResponseId, responseOfItem } from '../domain/response-id.ts';
import { responseLife, type StoredResponseFacts } from '../domain/response-life.ts';
import {
  decodeStoredResponse,
  encodeStoredResponse,
  outputItemIds,
  type StoredResponse,
} from '../protocols/responses/stored-response.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { ResponseIndex } from '../ports/response-index.ts';
import { decodeEvent } from './codec.ts';
import { handleCommand } from './handle-command.ts';
import type { SealedContents } from './sealed-contents.ts';
import { contentStream, responseStream } from './stream-names.ts';
import { WeightedSemaphore } from './weighted-semaphore.ts';

/** Who a response belongs to. Nobody else sees it: to them it is not there. */
export interface ResponseOwner {
  readonly userId: string;
  readonly tenantId: string;
}

/** Who wants to see a response: its owner, by a key that may use the profile that answered. To others it is not there. */
export interface ResponseReader extends ResponseOwner {
  readonly mayUse: (profile: string) => boolean;
}

/** What is recorded of a response beside its content. */
export interface ResponseFacts {
  readonly keyId: string;
  readonly reservationId: string;
  readonly previousResponseId: string | null;
  /** Ids of the items that the request itself held. */
  readonly itemIds: readonly string[];
}

export interface StoredResponsesDeps {
  readonly log: EventLog;
  readonly contents: SealedContents;
  readonly index: ResponseIndex;
  readonly clock: Clock;
  /** Ids of items are clients' own words as well: only hashes of them are recorded. */
  readonly hasher: KeyHasher;
  /** Mints an event id: a UUID. */
  readonly mintId: () => string;
}

/** Items of one response whose ids may be named later. */
const itemsMax = 500;

/** Of a hash, hex digits: 64 bits tell the items of one person apart. */
const hashDigits = 16;

/** A content goes by itself so much later than its response expires: in case that no fact says when. */
const contentOutlivesSeconds = 86_400;

/** Contents that are opened at once, bytes: while it is, each is in memory several times over. */
const openBytesMax = 67_108_864;

/**
 * Responses that are kept. The content is written before the fact that there is one, and removed before the fact that
 * there is none: whoever sees a fact finds it true, and what a crash leaves between the two is content that nobody finds
 * and that goes by its age. All raise what the log raises.
 */
export class StoredResponses {
  readonly #deps: StoredResponsesDeps;
  readonly #opening = new WeightedSemaphore(openBytesMax);

  constructor(deps: StoredResponsesDeps) {
    this.#deps = deps;
  }

  /** Keeps a response: from here on {@link StoredResponses.find} finds it, in every process on the log. */
  async keep(stored: StoredResponse, owner: ResponseOwner, facts: ResponseFacts): Promise<void> {
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
    const answer = await handleCommand({ type: 'keep_response', response }, this.#life(responseId));
    if (!answer.accepted) throw new Error(`the response was not kept: ${answer.refusal}`);
  }

  /** `null` for what is not there, was removed, has expired, belongs to somebody else, or is not for this key. */
  async find(responseId: string, owner: ResponseReader): Promise<StoredResponse | null> {
    const kept = await this.#keptFor(responseId, owner);
    if (kept === null) return null;
    const place = placeOf(responseId, owner);
    const open = () => this.#deps.contents.get(contentStream(responseId), place);
    const bytes = await this.#opening.take(kept.content_bytes, open);
    return bytes === null ? null : decodeStoredResponse(bytes);
  }

  /**
   * The newest response of this owner that holds an item with this id, or the one that its id names; `null` when there is
   * none, or it is not for this key.
   */
  async findHolder(itemId: string, owner: ResponseReader): Promise<StoredResponse | null> {
    const responseId = responseOfItem(itemId) ?? (await this.#deps.index.holderOf(owner.userId, this.#hash(itemId)));
    return responseId === null ? null : this.find(responseId, owner);
  }

  /** Removes a response and its content. Answers whether there was one that this reader sees. */
  async delete(responseId: string, owner: ResponseReader): Promise<boolean> {
    return (await this.#keptFor(responseId, owner)) !== null && (await this.takeBack(responseId));
  }

  /** Removes what there is of a response, be its keeping complete or not. Answers whether it was. */
  async takeBack(responseId: string): Promise<boolean> {
    await this.#deps.contents.remove(contentStream(responseId));
    return (await handleCommand({ type: 'delete_response' }, this.#life(responseId))).accepted;
  }

  /** Removes a response whose time is over. Answers whether it was still there. */
  async expire(responseId: string): Promise<boolean> {
    await this.#deps.contents.remove(contentStream(responseId));
    return (await handleCommand({ type: 'expire_response' }, this.#life(responseId))).accepted;
  }

  /** The facts decide, not the content: without one it is nobody's. */
  async #keptFor(
    responseId: string,
    { userId, tenantId, mayUse }: ResponseReader,
  ): Promise<StoredResponseFacts | null> {
    const kept = isResponseId(responseId) ? await this.#facts(responseId) : null;
    if (kept === null || kept.isRemoved || kept.user_id !== userId || kept.tenant_id !== tenantId) return null;
    if (!mayUse(kept.profile)) return null;
    return Date.parse(kept.expires_at) > this.#deps.clock.now() ? kept : null;
  }

  async #facts(responseId: string): Promise<StoredResponseFacts | null> {
    const recorded = await this.#deps.log.readStream(responseStream(responseId), { limit: 2 });
    // The stream's category fixes the type of its events.
    const events = recorded.map((event) => decodeEvent(event) as Parameters<typeof responseLife.evolve>[1]);
    return events.reduce(responseLife.evolve, responseLife.initialState);
  }

  #hash(itemId: string): string {
    return this.#deps.hasher.hash(itemId).slice(0, hashDigits);
  }

  #life(responseId: string) {
    const { log, mintId } = this.#deps;
    return { log, mintId, stream: responseStream(responseId), decider: responseLife };
  }
}

/** What a content is bound to: it opens at its own place, for its owner. */
function placeOf(responseId: string, { tenantId, userId }: ResponseOwner): string {
  return `${responseId}/${tenantId}/${userId}`;
}

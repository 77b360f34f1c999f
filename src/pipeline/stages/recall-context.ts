import {
  canContinue,
  historyOf,
  itemsById,
  type ResponseBinding,
  type StoredResponse,
} from '../../protocols/responses/stored-response.ts';
import { mayUse, type ModelCatalogue } from '../../catalogue/model-catalogue.ts';
import { shownName } from '../../protocols/requests/request-fields.ts';
import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import type { ResponseOwner, StoredResponses } from '../../ledger/stored-responses.ts';
import type { RequestMemory } from '../../protocols/inference-request.ts';
import type { Recalled, Unrepeated } from '../records.ts';

export interface RecallContextDeps {
  readonly storedResponses: StoredResponses;
  readonly catalogue: ModelCatalogue;
}

/** How many stored responses may be used to find the items of one request. */
const holdersMax = 32;

/**
 * Finds what the request builds on among the stored responses of its caller. Raises 400 and 404 for what does not
 * exist; the same errors hide responses of other callers. Raises 403 for a profile that this key may not use, 409 when
 * the parts do not belong together, and 503 when the event log is unavailable.
 */
export async function recallContext(asked: Unrepeated, deps: RecallContextDeps): Promise<Recalled> {
  const { memory } = asked.request;
  if (memory === null) throw new RangeError('a request that builds on nothing');
  const { user_id: userId, tenant_id: tenantId } = asked.caller.key;
  const mayContinue = (profile: string): boolean => mayUse(deps.catalogue, asked.grant, profile);
  try {
    const { fileNames, ...context } = await contextOf(memory, { userId, tenantId, mayContinue }, deps);
    return {
      ...asked,
      context,
      ownItemIds: memory.itemIds,
      fileNames: new Map([...fileNames, ...asked.files.names]),
    };
  } catch (error) {
    throw ledgerFailure(error);
  }
}

/** The caller, who reads every response of their own and continues those of allowed profiles. */
interface Continuing extends ResponseOwner {
  readonly mayContinue: (profile: string) => boolean;
}

async function contextOf(memory: RequestMemory, reader: Continuing, deps: RecallContextDeps) {
  const parent = memory.previousResponseId === null ? null : await parentOf(memory.previousResponseId, reader, deps);
  const holders = new Holders(parent, reader, deps);
  const referenced = new Map<string, Buffer>();
  // Newest first: a response also contains what was said before it.
  for (const id of memory.referencedItemIds.toReversed()) referenced.set(id, await holders.item(id));
  const first = holders.used[0];
  if (first === undefined) throw new RangeError('a context without a response');
  for (const { binding } of holders.used) assertSame(first.binding, binding);
  return {
    binding: first.binding,
    history: parent === null ? [] : historyOf(parent),
    referenced,
    mappings: holders.used.map(({ mapping }) => mapping),
    fileNames: holders.used.flatMap(({ fileNames }) => fileNames),
  };
}

async function parentOf(id: string, reader: Continuing, { storedResponses }: RecallContextDeps) {
  const parent = await storedResponses.find(id, reader);
  if (parent === null) {
    throw new GatewayError('previous_response_not_found', {
      detail: `Previous response with id '${shownName(id)}' not found.`,
      param: 'previous_response_id',
    });
  }
  assertMayContinue(parent, reader, 'previous_response_id');
  if (canContinue(parent)) return parent;
  throw new GatewayError('invalid_value', {
    detail: `The response with id '${shownName(id)}' failed and cannot be continued.`,
    param: 'previous_response_id',
  });
}

/** Raises 403: a policy that was narrowed hides nothing from its owner, but the profile cannot be asked again. */
function assertMayContinue(
  { binding: { profile } }: StoredResponse,
  { mayContinue }: Continuing,
  param: 'previous_response_id' | 'input',
): void {
  if (mayContinue(profile)) return;
  throw new GatewayError('profile_not_authorised', {
    detail: `The response that this request continues was answered by ${JSON.stringify(profile)}, which is not allowed for this caller.`,
    param,
  });
}

/** The responses that contain the items. */
class Holders {
  readonly used: StoredResponse[] = [];
  readonly #items = new Map<string, Buffer>();
  readonly #reader: Continuing;
  readonly #deps: RecallContextDeps;

  constructor(parent: StoredResponse | null, reader: Continuing, deps: RecallContextDeps) {
    this.#reader = reader;
    this.#deps = deps;
    if (parent !== null) this.#add(parent);
  }

  /** Raises 404. */
  async item(id: string): Promise<Buffer> {
    const known = this.#items.get(id);
    if (known !== undefined) return known;
    const isFull = this.used.length >= holdersMax;
    const holder = isFull ? null : await this.#deps.storedResponses.findHolder(id, this.#reader);
    if (holder !== null) {
      assertMayContinue(holder, this.#reader, 'input');
      this.#add(holder);
    }
    const found = this.#items.get(id);
    if (found !== undefined) return found;
    throw new GatewayError('item_not_found', { detail: `Item with id '${shownName(id)}' not found.`, param: 'input' });
  }

  #add(holder: StoredResponse): void {
    this.used.push(holder);
    for (const [id, text] of itemsById(holder)) if (!this.#items.has(id)) this.#items.set(id, text);
  }
}

function assertSame(a: ResponseBinding, b: ResponseBinding): void {
  const isSame =
    a.profile === b.profile &&
    a.target === b.target &&
    a.upstreamModel === b.upstreamModel &&
    a.account === b.account &&
    a.isCast === b.isCast;
  if (!isSame)
    throw new GatewayError('context_incompatible', { detail: 'The items are from responses that cannot be combined.' });
}

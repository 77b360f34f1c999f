import type { ConfigurationEvent } from '../src/domain/configuration/configuration-events.ts';
import type { PriceListRecord } from '../src/domain/price-list.ts';
import type { SetPriceTerms } from '../src/domain/prices/price-terms.ts';
import { levelOf, type Level } from '../src/domain/scopes/level.ts';
import type { ScopeEvent } from '../src/domain/scopes/scope-events.ts';
import { configurationPrefix, scopePrefix } from '../src/ledger/stream-names.ts';
import {
  newestFirstKey,
  type FoldedDocuments,
  type PositionedEvent,
  type Projection,
} from '../src/ports/read-models.ts';

/** A configured price list while gateways had it. Times: ISO 8601, UTC, the log's clock. */
export interface PriceListPeriod {
  readonly since: string;
  /** When a gateway first loaded a configuration without it; `null`: the last one that was loaded has it. */
  readonly until: string | null;
  readonly price_list: PriceListRecord;
}

/** What a level has set for those below a reseller or a tenant, from a time on. Without a factor and profiles: nothing. */
export interface PriceTermsChange {
  readonly at: string;
  readonly level: Level;
  readonly terms: SetPriceTerms;
}

/** The price lists of a configuration, by their id and version as JSON: the keys of their periods. */
interface Loaded {
  readonly periods: Readonly<Record<string, string>>;
}

type Documents = PriceListPeriod | PriceTermsChange | Loaded;

/** The key of what the last configuration has that was loaded. */
const lastLoaded = 'loaded';

/** Prefix of the periods of the price lists of an id, newest first. */
export function periodsPrefix(priceListId: string): string {
  return `list/${Buffer.from(priceListId).toString('hex')}/`;
}

/** Prefix of what a level has set for those below a reseller or a tenant, newest first. */
export function termsPrefix(kind: 'reseller' | 'tenant', scopeId: string, level: Level): string {
  return `terms/${kind}/${scopeId}/${level}/`;
}

/** Which price lists gateways have had, and what levels have set for those below them. */
export const priceLists: Projection<Documents, ConfigurationEvent | ScopeEvent> = {
  name: 'price-lists',
  version: 1,
  streamPrefixes: [configurationPrefix, scopePrefix],
  eventTypes: new Set(['PriceListsLoaded', 'ScopePricesSet']),
  changesOthers: true,
  keyOf: ({ event, recordedAt, position }) => {
    if (event.type === 'PriceListsLoaded') return `loading/${event.data.instance_id}`;
    if (event.type !== 'ScopePricesSet') return null;
    const { scope_kind: kind, scope_id: id, actor } = event.data;
    return kind === 'group' ? null : termsPrefix(kind, id, levelOf(actor)) + placeOf({ recordedAt, position });
  },
  evolve: (known, recorded, others) => {
    const { event, recordedAt: at } = recorded;
    if (event.type === 'ScopePricesSet') {
      const { scope_kind: _kind, scope_id: _id, actor, ...terms } = event.data;
      return { at, level: levelOf(actor), terms };
    }
    // The key is that of a configuration that is being loaded.
    return event.type === 'PriceListsLoaded' ? loading(known as Loaded | null, { ...event, recorded }, others) : known;
  },
};

/** The same as an index of the periods of price lists, below {@link periodsPrefix}. */
// `as`: those keys have no other documents.
export const priceListPeriods = priceLists as Projection<object> as Projection<PriceListPeriod>;

/** The same as an index of what levels have set, below {@link termsPrefix}. */
// `as`: those keys have no other documents.
export const priceTermsChanges = priceLists as Projection<object> as Projection<PriceTermsChange>;

function placeOf({ recordedAt, position }: Pick<PositionedEvent, 'recordedAt' | 'position'>): string {
  // Of one millisecond too, the newest first.
  const complement = position.padStart(40, '0').replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
  return `${newestFirstKey(Date.parse(recordedAt))}/${complement}`;
}

interface Loading {
  readonly data: Extract<ConfigurationEvent, { readonly type: 'PriceListsLoaded' }>['data'];
  readonly recorded: PositionedEvent;
}

/** Takes one part of a configuration. `null` with the last one, which ends what is not in any of them. */
function loading(
  before: Loaded | null,
  { data, recorded }: Loading,
  documents: FoldedDocuments<Documents>,
): Loaded | null {
  const { part, parts, price_lists: lists } = data;
  const last = { ...(documents.get(lastLoaded) as Loaded | null)?.periods };
  const own: Record<string, string> = part === 1 ? {} : { ...before?.periods };
  for (const [index, list] of lists.entries()) {
    const name = JSON.stringify([list.id, list.version]);
    const known = last[name];
    if (known === undefined || !isSame(documents.get(known), list)) {
      if (known !== undefined) end(known, recorded, documents);
      const key = `${periodsPrefix(list.id)}${placeOf(recorded)}/${index}`;
      documents.set(key, { since: recorded.recordedAt, until: null, price_list: list });
      last[name] = key;
    }
    own[name] = last[name] ?? '';
  }
  if (part === parts) {
    for (const [name, key] of Object.entries(last)) {
      if (Object.hasOwn(own, name)) continue;
      end(key, recorded, documents);
      delete last[name];
    }
  }
  documents.set(lastLoaded, { periods: last });
  return part === parts ? null : { periods: own };
}

function isSame(known: Documents | null, list: PriceListRecord): boolean {
  return JSON.stringify((known as PriceListPeriod | null)?.price_list) === JSON.stringify(list);
}

function end(key: string, { recordedAt: until }: PositionedEvent, documents: FoldedDocuments<Documents>): void {
  const period = documents.get(key) as PriceListPeriod | null;
  if (period !== null) documents.set(key, { ...period, until });
}

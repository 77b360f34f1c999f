import { usage, type UsageDocument } from '../../../projections/usage.ts';
import { dayAfter, dayIn, todayIn } from '../../domain/charges/calendar.ts';
import { usageRow, type UsageHour, type UsageRow, type UsageSpan } from '../../domain/usage-hours/usage-hour.ts';
import type { DocumentReader } from '../../ports/read-models.ts';
import type { ListEntries } from '../owned-page.ts';

/** Which usage is listed. */
export interface AskedUsage {
  /** Prefix of its keys, before the tenant. */
  readonly prefix: string;
  /** `null`: of all tenants. */
  readonly tenantId: string | null;
  /** Only of this user of the tenant. */
  readonly userId?: string | undefined;
  /** First and last day, as a zone has them. */
  readonly days: { readonly zone: string; readonly from: string; readonly to: string };
}

type Reader = Pick<DocumentReader, 'list'>;

/** Part of a key that comes after all others. */
const end = '\u{10ffff}';

const utcDayMs = 86_400_000;

/** Hours read at first, and at most, each time. */
const readAtFirst = 4;
const readAtMost = 512;

/**
 * Usage by days of a zone, in the order of tenants, days and whose it is, under keys like those of the read model. A row is
 * followed by an entry without a document for each further hour that it was summed from, so that a page examines no more
 * documents than those of other lists. So is a day: where others alone used something, no key names them.
 */
export function usageDays(readModels: Reader, asked: AskedUsage): ListEntries<UsageRow> {
  return ({ afterKey, limit }) =>
    usageAfter(readModels, asked, afterKey)
      .take(limit)
      .map(({ key, of }) => ({ key, document: of === null ? null : usageRow(of.day, of.hours, of.span) }))
      .toArray();
}

/** Usage of one day, of one key, model and so on: hours that touch it, and the span of the day. */
export interface UsageOfDay {
  readonly day: string;
  readonly hours: readonly UsageHour[];
  readonly span: UsageSpan;
}

/** A document that was looked at. `null`: it is in the usage of an entry before. */
interface UsageEntry {
  readonly key: string;
  readonly of: UsageOfDay | null;
}

/** A place in the list: what follows the entry of `whose` on a day of a tenant. Empty: all of them. */
interface Place {
  readonly tenant: string;
  readonly day: string;
  readonly whose: string;
}

/** The entries of {@link usageDays} after a key; after its prefix: all of them. */
export function* usageAfter(readModels: Reader, asked: AskedUsage, afterKey: string): Generator<UsageEntry, void> {
  const { prefix, tenantId, days } = asked;
  const [tenant = '', day = '', ...whose] = afterKey.slice(prefix.length).split('/');
  const isWithin = day >= days.from;
  let place: Place = {
    tenant: tenantId ?? tenant,
    day: isWithin ? day : days.from,
    whose: isWithin ? whose.join('/') : '',
  };
  for (;;) {
    const next = placeOfUse(readModels, asked, place);
    if (next === null) return;
    if (next === place) yield* rowsOfDay(readModels, asked, place);
    place = next === place ? { ...place, day: dayAfter(place.day), whose: '' } : next;
    yield { key: `${prefix}${place.tenant}/${place.day}/`, of: null };
  }
}

/** The place itself if there may be use on its day; or the next day or tenant of which this is so. `null`: the list ends. */
function placeOfUse(readModels: Reader, { prefix, tenantId, days }: AskedUsage, place: Place): Place | null {
  const { tenant, day } = place;
  const starts = dayIn(days.zone, day)?.from;
  const isPast = starts === undefined || day > days.to;
  if (isPast && tenantId !== null) return null;
  const afterKey = tenant === '' ? prefix : `${prefix}${tenant}/${isPast ? end : utcDayOf(starts)}`;
  const [next] = readModels.list(usage, { afterKey, limit: 1 });
  if (next === undefined || !next.key.startsWith(prefix)) return null;
  const [foundTenant = '', foundDay = ''] = next.key.slice(prefix.length).split('/');
  if (foundTenant !== tenant) return tenantId === null ? { tenant: foundTenant, day: days.from, whose: '' } : null;
  const found = todayIn(days.zone, Date.parse(foundDay));
  return found <= day ? place : { tenant, day: found, whose: '' };
}

function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The rows of one day of a zone: the days of UTC that it touches are read side by side, each in the order of its keys. */
function* rowsOfDay(readModels: Reader, asked: AskedUsage, { tenant, day, whose }: Place): Generator<UsageEntry, void> {
  const { prefix, userId, days } = asked;
  const span = dayIn(days.zone, day);
  if (span === null) return;
  const sides: HoursOfDay[] = [];
  for (let at = Math.floor(span.from / utcDayMs) * utcDayMs; at < span.to; at += utcDayMs) {
    const ofDay = `${prefix}${tenant}/${utcDayOf(at)}/`;
    const whom = userId === undefined ? '' : `${userId}/`;
    sides.push(new HoursOfDay(readModels, ofDay, { whom, after: whose === '' ? '' : whose + end }));
  }
  for (;;) {
    const next = sides.flatMap((side) => side.whose ?? []).toSorted()[0];
    if (next === undefined) return;
    const hours = sides.flatMap((side) => side.take(next));
    const key = `${prefix}${tenant}/${day}/${next}`;
    yield { key, of: { day, hours, span } };
    for (let more = 1; more < hours.length; more += 1) yield { key, of: null };
  }
}

/** The hours of one day of UTC, taken together by whose they are. */
class HoursOfDay {
  readonly #readModels: Reader;
  /** Prefix of all keys of the day, and of those that are wanted. */
  readonly #ofDay: string;
  readonly #prefix: string;
  #afterKey: string;
  #read: readonly { readonly key: string; readonly document: UsageDocument }[] = [];
  #next = 0;
  #batch = readAtFirst;
  /** Whose the next hours are: their keys without day and hour. `null`: there are no more. */
  whose: string | null = null;

  constructor(readModels: Reader, ofDay: string, { whom, after }: { readonly whom: string; readonly after: string }) {
    this.#readModels = readModels;
    this.#ofDay = ofDay;
    this.#prefix = ofDay + whom;
    this.#afterKey = ofDay + (after > whom ? after : whom);
    this.#look();
  }

  /** All hours that are next and whose they are. */
  take(whose: string): readonly UsageHour[] {
    const hours: UsageHour[] = [];
    while (this.whose === whose) {
      // What is below the prefix is usage of an hour.
      hours.push(this.#read[this.#next]?.document as UsageHour);
      this.#next += 1;
      this.#look();
    }
    return hours;
  }

  /** Reads on where all that was read was taken, and looks at the next entry. */
  #look(): void {
    if (this.#next === this.#read.length && this.#batch > 0) {
      this.#read = this.#readModels.list(usage, { afterKey: this.#afterKey, limit: this.#batch });
      this.#next = 0;
      this.#afterKey = this.#read.at(-1)?.key ?? this.#afterKey;
      // Fewer than asked for: these are the last ones.
      this.#batch = this.#read.length < this.#batch ? 0 : Math.min(this.#batch * 2, readAtMost);
    }
    const key = this.#read[this.#next]?.key;
    const isOfDay = key !== undefined && key.startsWith(this.#prefix);
    this.whose = isOfDay ? key.slice(this.#ofDay.length, -'HH'.length) : null;
  }
}

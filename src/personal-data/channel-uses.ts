import { objectCursor, type JsonCursor } from '../wire/json-cursor.ts';
import type { JsonObjectText, JsonSpan } from '../wire/json-object-text.ts';
import type { CitedTexts, TextChannel, TextMap } from './text-map.ts';
import { holds, parseTextPath, type TextCondition, type TextStep } from './text-path.ts';

/** What a record of a stream does to one text of that stream. */
export interface ChannelUse {
  /** The name of the channel's declaration. */
  readonly channel: string;
  readonly kind: TextChannel['kind'];
  /**
   * Distinguishes this text from the others of its channel, by the names in its paths. An `end` may have only some of
   * them: it ends all texts that agree in those.
   */
  readonly bindings: Readonly<Record<string, string>>;
  /**
   * - `end`: the text is complete before this record; what is held back of it is passed on first.
   * - `piece`: `text` continues it.
   * - `whole`: `text` repeats all of it.
   */
  readonly use: 'end' | 'piece' | 'whole';
  /** Empty for an `end`. */
  readonly text: string;
  /** The path of the text in the record; for an `end`, its condition. */
  readonly path: string;
  /** The same place in the bytes of the record, including quotes; `null` when the record was parsed. */
  readonly span: JsonSpan | null;
}

/**
 * What one record does to the texts of its stream, with the place of each piece and repetition in it: ends first, then
 * pieces, then wholes.
 */
export function channelUseSpansOf(map: Channels, record: JsonObjectText): readonly ChannelUse[] {
  return channelUsesIn(map, objectCursor(record));
}

/** Anything that declares channels. */
type Channels = Pick<TextMap, 'channels'> | CitedTexts;

const uses = ['end', 'piece', 'whole'] as const;

const pathsOfUse = { end: 'ends', piece: 'pieces', whole: 'wholes' } as const;

/** A path of a channel. */
interface Way {
  readonly channel: TextChannel;
  readonly use: ChannelUse['use'];
  readonly path: string;
  readonly steps: readonly TextStep[];
  /** The values of the record's member `type` with which the path matches anything; `null`: any. */
  readonly types: readonly string[] | null;
}

/** Paths with a common beginning, walked together as far as they are the same. */
interface Crossing {
  /** Indexes of the paths that end here. */
  readonly ended: number[];
  /** The branches by the text of their next step. */
  readonly next: Map<string, { readonly step: TextStep; readonly crossing: Crossing }>;
}

/** The paths of a map: the places that a record may have, by its type. */
interface Ways {
  readonly all: readonly Way[];
  readonly ofType: ReadonlyMap<string, Crossing>;
  readonly ofAnyType: Crossing;
}

const waysOfMaps = new WeakMap<Channels, Ways>();

function waysOf(map: Channels): Ways {
  const known = waysOfMaps.get(map);
  if (known !== undefined) return known;
  const { channels = [] } = map;
  const all = uses.flatMap((use) =>
    channels.flatMap((channel) => channel[pathsOfUse[use]].map((path) => wayOf(channel, use, path))),
  );
  const types = new Set(all.flatMap((way) => way.types ?? []));
  const ofType = new Map([...types].map((type) => [type, crossingOf(all, type)] as const));
  const ways = { all, ofType, ofAnyType: crossingOf(all, null) };
  waysOfMaps.set(map, ways);
  return ways;
}

function wayOf(channel: TextChannel, use: ChannelUse['use'], path: string): Way {
  const steps = parseTextPath(path);
  const [first] = steps;
  const conditions = first?.step === 'when' ? first.conditions : [];
  const ofType = conditions.find((each) => each.test === 'is' && each.member === 'type');
  return { channel, use, path, steps, types: ofType?.test === 'is' ? ofType.values : null };
}

/** The paths that a record of this type may match; `null`: any other type. */
function crossingOf(all: readonly Way[], type: string | null): Crossing {
  const start = emptyCrossing();
  for (const [place, { steps, types }] of all.entries()) {
    if (types !== null && (type === null || !types.includes(type))) continue;
    let here = start;
    for (const step of steps) {
      here = here.next.getOrInsertComputed(JSON.stringify(step), () => ({ step, crossing: emptyCrossing() })).crossing;
    }
    here.ended.push(place);
  }
  return start;
}

function emptyCrossing(): Crossing {
  return { ended: [], next: new Map() };
}

/** Like {@link channelUseSpansOf}, for any value that a cursor can walk. */
export function channelUsesIn(map: Channels, root: JsonCursor): readonly ChannelUse[] {
  const ways = waysOf(map);
  const type = root.kind === 'object' ? root.scalar('type') : null;
  const start = (typeof type === 'string' ? ways.ofType.get(type) : undefined) ?? ways.ofAnyType;
  const found: Arrival[] = [];
  goOn(start, { value: root, bindings: {} }, found);
  return found.toSorted((a, b) => a.place - b.place).flatMap(({ place, match }) => useOf(ways.all[place], match));
}

interface Match {
  readonly value: JsonCursor;
  readonly bindings: Readonly<Record<string, string>>;
}

interface Arrival {
  /** The index in the list of paths. */
  readonly place: number;
  readonly match: Match;
}

function goOn({ ended, next }: Crossing, match: Match, found: Arrival[]): void {
  for (const place of ended) found.push({ place, match });
  for (const { step, crossing } of next.values()) {
    for (const further of taken(step, match)) goOn(crossing, further, found);
  }
}

function useOf(way: Way | undefined, { value, bindings }: Match): readonly ChannelUse[] {
  if (way === undefined || (way.use !== 'end' && value.kind !== 'string')) return [];
  const { channel, use, path } = way;
  const text = use === 'end' ? '' : value.text();
  return [{ channel: channel.name, kind: channel.kind, bindings, use, text, path, span: value.span }];
}

/**
 * A key that is the same for all pieces and repetitions of one text, and differs from that of any other text of the
 * stream.
 */
export function textKey({ channel, bindings }: Pick<ChannelUse, 'channel' | 'bindings'>): string {
  const names = Object.keys(bindings).toSorted();
  return `${channel}(${names.map((name) => `${name}=${bindings[name]}`).join(',')})`;
}

/** Returns a test whether one record ends a text. */
export function endedBy(uses: readonly ChannelUse[]): (text: Pick<ChannelUse, 'channel' | 'bindings'>) => boolean {
  /** Ends of one channel that bind the same names. */
  const alike = new Map<string, { readonly channel: string; readonly names: string[]; readonly keys: Set<string> }>();
  for (const { channel, bindings, use } of uses) {
    if (use !== 'end') continue;
    const names = Object.keys(bindings);
    const group = alike.getOrInsertComputed(JSON.stringify([channel, names]), () => ({
      channel,
      names,
      keys: new Set<string>(),
    }));
    group.keys.add(textKey({ channel, bindings }));
  }
  return ({ channel, bindings }) =>
    alike.values().some((group) => {
      if (group.channel !== channel) return false;
      const shared = group.names.map((name) => [name, bindings[name] ?? ''] as const);
      return group.keys.has(textKey({ channel, bindings: Object.fromEntries(shared) }));
    });
}

function taken(step: TextStep, { value, bindings }: Match): readonly Match[] {
  switch (step.step) {
    case 'member':
      if (value.kind !== 'object') return [];
      return step.names.flatMap((name) => {
        const member = value.member(name);
        return member === null ? [] : [{ value: member, bindings }];
      });
    case 'elements': {
      let position = 0;
      return Array.from(value.elements(), (element) => ({
        value: element,
        bindings: bound(bindings, step.variable, position++),
      }));
    }
    case 'when': {
      if (value.kind !== 'object' || !step.conditions.every((condition) => holds(condition, value))) return [];
      return [{ value, bindings: step.conditions.reduce((more, each) => called(more, each, value), bindings) }];
    }
    case 'any_member':
    case 'any_depth':
    case 'names':
      throw new Error('a channel follows named members, elements and conditions only');
  }
}

function called(bindings: Match['bindings'], condition: TextCondition, object: JsonCursor): Match['bindings'] {
  if (condition.test !== 'called') return bindings;
  const name = object.scalar(condition.member);
  return typeof name === 'string' || typeof name === 'number' ? bound(bindings, condition.variable, name) : bindings;
}

function bound(bindings: Match['bindings'], variable: string | null, value: string | number): Match['bindings'] {
  return variable === null ? bindings : { ...bindings, [variable]: String(value) };
}

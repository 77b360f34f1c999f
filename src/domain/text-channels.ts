import { objectCursor, parsedCursor, type JsonCursor } from './json-cursor.ts';
import type { JsonObjectText, JsonSpan } from './json-object-text.ts';
import type { TextChannel, TextMap } from './text-map.ts';
import { holds, parseTextPath, type TextStep } from './text-path.ts';

/** What a record of a stream has to do with one text of that stream. */
export interface ChannelUse {
  /** Name of the channel's declaration. */
  readonly channel: string;
  readonly kind: TextChannel['kind'];
  /**
   * What tells this text from the others of its channel, by the names in its paths. Of an `end` perhaps only some: all
   * texts end that agree in those.
   */
  readonly bindings: Readonly<Record<string, string>>;
  /**
   * - `end`: the text is whole before this record; what is held back of it goes out first.
   * - `piece`: `text` continues it.
   * - `whole`: `text` repeats all of it.
   */
  readonly use: 'end' | 'piece' | 'whole';
  /** Empty for an `end`. */
  readonly text: string;
  /** Where the text stands in the record; of an `end` its condition. */
  readonly path: string;
  /** The same place in the record's text, quotes included; `null` where the record was parsed. */
  readonly span: JsonSpan | null;
}

/** What one record, parsed, does to the texts of its stream: ends first, then pieces, then wholes. */
export function channelUsesOf(map: TextMap, record: unknown): readonly ChannelUse[] {
  return usesIn(map, parsedCursor(record));
}

/** The same of a record that stayed text, with the place of each piece and repetition in it. */
export function channelUseSpansOf(map: TextMap, record: JsonObjectText): readonly ChannelUse[] {
  return usesIn(map, objectCursor(record));
}

const uses = ['end', 'piece', 'whole'] as const;

const pathsOfUse = { end: 'ends', piece: 'pieces', whole: 'wholes' } as const;

/** A path of a channel. */
interface Way {
  readonly channel: TextChannel;
  readonly use: ChannelUse['use'];
  readonly path: string;
  readonly steps: readonly TextStep[];
  /** What the member `type` of the record is where the path leads anywhere; `null`: anything. */
  readonly types: readonly string[] | null;
}

/** The ways of a map: what a record may lead to by its type. */
interface Ways {
  readonly ofType: Map<string, readonly Way[]>;
  readonly ofAnyType: readonly Way[];
}

const waysOfMaps = new WeakMap<TextMap, Ways>();

function waysOf(map: TextMap): Ways {
  const known = waysOfMaps.get(map);
  if (known !== undefined) return known;
  const { channels = [] } = map;
  const all = uses.flatMap((use) =>
    channels.flatMap((channel) => channel[pathsOfUse[use]].map((path) => wayOf(channel, use, path))),
  );
  const ways = { ofType: new Map<string, readonly Way[]>(), ofAnyType: all.filter(({ types }) => types === null) };
  for (const type of all.flatMap(({ types }) => types ?? [])) {
    if (ways.ofType.has(type)) continue;
    const fits = all.filter(({ types }) => types === null || types.includes(type));
    ways.ofType.set(type, fits);
  }
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

function usesIn(map: TextMap, root: JsonCursor): readonly ChannelUse[] {
  const ways = waysOf(map);
  const type = root.kind === 'object' ? root.scalar('type') : null;
  const fitting = (typeof type === 'string' ? ways.ofType.get(type) : undefined) ?? ways.ofAnyType;
  const found: ChannelUse[] = [];
  for (const { channel, use, path, steps } of fitting) {
    for (const { value, bindings } of matches(steps, { value: root, bindings: {} })) {
      if (use !== 'end' && value.kind !== 'string') continue;
      const text = use === 'end' ? '' : value.text();
      found.push({ channel: channel.name, kind: channel.kind, bindings, use, text, path, span: value.span });
    }
  }
  return found;
}

/** The same for all pieces and repetitions of one text, and for no other text of the stream. */
export function textKey({ channel, bindings }: Pick<ChannelUse, 'channel' | 'bindings'>): string {
  const names = Object.keys(bindings).toSorted();
  return `${channel}(${names.map((name) => `${name}=${bindings[name]}`).join(',')})`;
}

/** Whether an end is one of this text. */
export function endsText(end: ChannelUse, text: Pick<ChannelUse, 'channel' | 'bindings'>): boolean {
  return (
    end.channel === text.channel && Object.entries(end.bindings).every(([name, value]) => text.bindings[name] === value)
  );
}

interface Match {
  readonly value: JsonCursor;
  readonly bindings: Readonly<Record<string, string>>;
}

function* matches([step, ...rest]: readonly TextStep[], match: Match): Generator<Match> {
  if (step === undefined) {
    yield match;
    return;
  }
  for (const next of taken(step, match)) yield* matches(rest, next);
}

function* taken(step: TextStep, { value, bindings }: Match): Generator<Match> {
  switch (step.step) {
    case 'member':
      for (const member of value.kind === 'object' ? value.members() : []) {
        if (step.names.includes(member.name)) yield { value: member.value, bindings };
      }
      return;
    case 'elements': {
      let position = 0;
      for (const element of value.kind === 'array' ? value.elements() : []) {
        yield { value: element, bindings: bound(bindings, step.variable, position++) };
      }
      return;
    }
    case 'when': {
      if (value.kind !== 'object' || !step.conditions.every((condition) => holds(condition, value))) return;
      let more = bindings;
      for (const condition of step.conditions) {
        if (condition.test !== 'called') continue;
        const called = value.scalar(condition.member);
        if (typeof called === 'string' || typeof called === 'number') more = bound(more, condition.variable, called);
      }
      yield { value, bindings: more };
      return;
    }
    case 'any_member':
    case 'any_depth':
    case 'names':
      throw new Error('a channel follows named members, elements and conditions only');
  }
}

function bound(bindings: Match['bindings'], variable: string | null, value: string | number): Match['bindings'] {
  return variable === null ? bindings : { ...bindings, [variable]: String(value) };
}

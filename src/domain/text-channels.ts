import { parsedCursor, type JsonCursor } from './json-cursor.ts';
import type { TextChannel, TextMap } from './text-map.ts';
import { holds, parseTextPath, type TextStep } from './text-path.ts';

/** What a record of a stream has to do with one text of that stream. */
export interface ChannelUse {
  /** Name of the channel's declaration. */
  readonly channel: string;
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
}

/** What one record, parsed, does to the texts of its stream: ends first, then pieces, then wholes. */
export function channelUsesOf({ channels = [] }: TextMap, record: unknown): readonly ChannelUse[] {
  const root = parsedCursor(record);
  return channels.flatMap((channel) => [...usesOf(channel, root)]).toSorted((a, b) => order[a.use] - order[b.use]);
}

const order = { end: 0, piece: 1, whole: 2 } as const;

const pathsOfUse = { end: 'ends', piece: 'pieces', whole: 'wholes' } as const;

function* usesOf(channel: TextChannel, root: JsonCursor): Generator<ChannelUse> {
  for (const use of ['end', 'piece', 'whole'] as const) {
    for (const path of channel[pathsOfUse[use]]) {
      for (const { value, bindings } of matches(parseTextPath(path), { value: root, bindings: {} })) {
        if (use !== 'end' && value.kind !== 'string') continue;
        yield { channel: channel.name, bindings, use, text: use === 'end' ? '' : value.text(), path };
      }
    }
  }
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

import { objectCursor, type JsonCursor } from '../wire/json-cursor.ts';
import { ElementNames } from './element-names.ts';
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
 * pieces, then wholes. `names`: those of the records before it, for members that a record leaves out.
 */
export function channelUseSpansOf(map: Channels, record: JsonObjectText, names?: ElementNames): readonly ChannelUse[] {
  return channelUsesIn(map, objectCursor(record), names);
}

/** Anything that declares channels. */
type Channels = Pick<TextMap, 'channels'> | CitedTexts;

const uses = ['end', 'piece', 'whole'] as const;

const pathsOfUse = { end: 'ends', piece: 'pieces', whole: 'wholes' } as const;

/** A path that a channel declares, with what a match of it does to the channel's texts. */
interface ChannelPath {
  readonly channel: TextChannel;
  readonly use: ChannelUse['use'];
  readonly path: string;
  readonly steps: readonly TextStep[];
  /** The path matches only in records whose member `type` has one of these values. `null`: in records of any type. */
  readonly types: readonly string[] | null;
}

/** A trie of paths: common beginnings are walked once. */
interface PathTrie {
  /** The paths that end here, by their indexes in {@link PathIndex.all}. */
  readonly pathIndexes: number[];
  /** The paths that continue from here, by the JSON of their next step. */
  readonly next: Map<string, { readonly step: TextStep; readonly trie: PathTrie }>;
}

/** All paths of a map, arranged so that a record is compared only with those that its type allows. */
interface PathIndex {
  /** In the order in which their uses are reported. */
  readonly all: readonly ChannelPath[];
  /** The paths for records of each type that a path names. */
  readonly ofType: ReadonlyMap<string, PathTrie>;
  /** The paths for all other records. */
  readonly ofAnyType: PathTrie;
}

const pathsOfMaps = new WeakMap<Channels, PathIndex>();

function pathsOf(map: Channels): PathIndex {
  const known = pathsOfMaps.get(map);
  if (known !== undefined) return known;
  const { channels = [] } = map;
  const all = uses.flatMap((use) =>
    channels.flatMap((channel) => channel[pathsOfUse[use]].map((path) => channelPath(channel, use, path))),
  );
  const types = new Set(all.flatMap((path) => path.types ?? []));
  const ofType = new Map([...types].map((type) => [type, pathTrie(all, type)] as const));
  const paths = { all, ofType, ofAnyType: pathTrie(all, null) };
  pathsOfMaps.set(map, paths);
  return paths;
}

function channelPath(channel: TextChannel, use: ChannelUse['use'], path: string): ChannelPath {
  const steps = parseTextPath(path);
  const [first] = steps;
  const conditions = first?.step === 'when' ? first.conditions : [];
  const ofType = conditions.find((each) => each.test === 'is' && each.member === 'type');
  return { channel, use, path, steps, types: ofType?.test === 'is' ? ofType.values : null };
}

/** The paths that can match in a record of this type. `null`: a type that no path names, or none. */
function pathTrie(all: readonly ChannelPath[], type: string | null): PathTrie {
  const root = emptyTrie();
  for (const [pathIndex, { steps, types }] of all.entries()) {
    if (types !== null && (type === null || !types.includes(type))) continue;
    let here = root;
    for (const step of steps) {
      here = here.next.getOrInsertComputed(JSON.stringify(step), () => ({ step, trie: emptyTrie() })).trie;
    }
    here.pathIndexes.push(pathIndex);
  }
  return root;
}

function emptyTrie(): PathTrie {
  return { pathIndexes: [], next: new Map() };
}

/** Like {@link channelUseSpansOf}, for any value that a cursor can walk. */
export function channelUsesIn(map: Channels, root: JsonCursor, names = new ElementNames()): readonly ChannelUse[] {
  const paths = pathsOf(map);
  const type = root.kind === 'object' ? root.scalar('type') : null;
  const trie = (typeof type === 'string' ? paths.ofType.get(type) : undefined) ?? paths.ofAnyType;
  const found: PathMatch[] = [];
  matchAll(trie, { value: root, bindings: {}, position: null, names }, found);
  return found
    .toSorted((a, b) => a.pathIndex - b.pathIndex)
    .flatMap(({ pathIndex, match }) => useOf(paths.all[pathIndex], match));
}

/** A value that the steps so far lead to, and the names that they bind. */
interface Match {
  readonly value: JsonCursor;
  readonly bindings: Readonly<Record<string, string>>;
  /** Its position among the elements of its list; `null`: it is no element. */
  readonly position: number | null;
  readonly names: ElementNames;
}

/** A match of a whole path. */
interface PathMatch {
  /** The index of the path in {@link PathIndex.all}. */
  readonly pathIndex: number;
  readonly match: Match;
}

/** Adds to `found` every match of every path of the trie, starting from the value of `match`. */
function matchAll({ pathIndexes, next }: PathTrie, match: Match, found: PathMatch[]): void {
  for (const pathIndex of pathIndexes) found.push({ pathIndex, match });
  for (const { step, trie } of next.values()) {
    for (const further of follow(step, match)) matchAll(trie, further, found);
  }
}

function useOf(matched: ChannelPath | undefined, { value, bindings }: Match): readonly ChannelUse[] {
  if (matched === undefined || (matched.use !== 'end' && value.kind !== 'string')) return [];
  const { channel, use, path } = matched;
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

/** The values that one step leads to; none when the step does not match. */
function follow(step: TextStep, match: Match): readonly Match[] {
  const { value, bindings } = match;
  switch (step.step) {
    case 'member':
      if (value.kind !== 'object') return [];
      return step.names.flatMap((name) => {
        const member = value.member(name);
        return member === null ? [] : [{ ...match, value: member, position: null }];
      });
    case 'elements': {
      let position = 0;
      return Array.from(value.elements(), (element) => ({
        ...match,
        value: element,
        bindings: bound(bindings, step.variable, position),
        position: position++,
      }));
    }
    case 'when': {
      if (value.kind !== 'object' || !step.conditions.every((condition) => holds(condition, value))) return [];
      return [
        { ...match, bindings: step.conditions.reduce((more, each) => withNamedVariable(more, each, match), bindings) },
      ];
    }
    case 'any_member':
    case 'any_depth':
    case 'names':
      throw new Error('a channel follows named members, elements and conditions only');
  }
}

/** Binds the member that a condition such as `{index=$choice}` names. Other conditions bind nothing. */
function withNamedVariable(
  bindings: Match['bindings'],
  condition: TextCondition,
  { value: object, position, names }: Match,
): Match['bindings'] {
  if (condition.test !== 'called' && condition.test !== 'placed') return bindings;
  const { member, variable } = condition;
  const name = nameIn(object, member);
  if (condition.test === 'called') return name === null ? bindings : bound(bindings, variable, name);
  const scope = JSON.stringify([variable, bindings]);
  const id = nameIn(object, position === null ? 'item_id' : 'id');
  return bound(bindings, variable, names.nameOf({ scope, position: String(position ?? 0), index: name, id }));
}

function nameIn(object: JsonCursor, member: string): string | null {
  const name = object.scalar(member);
  return typeof name === 'string' || typeof name === 'number' ? String(name) : null;
}

function bound(bindings: Match['bindings'], variable: string | null, value: string | number): Match['bindings'] {
  return variable === null ? bindings : { ...bindings, [variable]: String(value) };
}

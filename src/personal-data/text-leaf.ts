import { objectCursor, type JsonCursor } from '../wire/json-cursor.ts';
import type { JsonObjectText, JsonSpan } from '../wire/json-object-text.ts';
import type { LeafKind, TextShape } from './text-map.ts';
import { SpelledText } from './spelled-text.ts';
import { GroupedValue, isNamedCard } from './grouped-value.ts';
import { digitsOfNumber } from './nested-text.ts';
import { holds, parseTextPath, type TextCondition, type TextStep } from './text-path.ts';

/** A string of a body: a value, or the name of a member if names are the caller's. */
export interface TextLeaf {
  /** The path of exactly this one, e.g. `messages[0].content[1].text`; the path of a name ends in `~`. */
  readonly path: string;
  readonly kind: LeafKind | 'undeclared' | 'spelled';
  /** It is the name of a member, not a value. */
  readonly isName: boolean;
  readonly text: string;
  /** The name of the member that holds it, also within a list; `null` when there is none. */
  readonly label: string | null;
  /** A value within free-form data of the caller or the model, such as the arguments of a tool. */
  readonly isData: boolean;
  /** It is a number and not a string. Reported only within data, and only by {@link allLeaves}. */
  readonly isNumber?: true;
  /** Its place in the text, including quotes; `null` when the body was parsed. */
  readonly span: JsonSpan | null;
  /** The object or list that contains it; `null` for a body that is a string. */
  readonly holder: Holder | null;
}

/** An object or list of a body. */
export interface Holder {
  readonly isList: boolean;
  /** `null` when the body was parsed. */
  readonly span: JsonSpan | null;
  /** `null` for the outermost. */
  readonly holder: Holder | null;
}

/**
 * Every string value of a body with its kind and place, and every name of a member that a path matches by `*` or `**`.
 * Each is reported once, in the order of the body. A string whose kind no path declares is `undeclared`.
 */
export function declaredLeaves(shape: TextShape, object: JsonObjectText): readonly TextLeaf[] {
  return leavesOfCursor(shape, objectCursor(object));
}

/** Like {@link declaredLeaves}, for any value that a cursor can walk. */
export function leavesOfCursor(shape: TextShape, value: JsonCursor): readonly TextLeaf[] {
  return collectLeaves(shape, value, { hasAllNames: false, hasNumbers: false });
}

/** Every string of a body, and the names of all members that no path names. */
export function everyLeaf(shape: TextShape, object: JsonObjectText): readonly TextLeaf[] {
  return collectLeaves(shape, objectCursor(object), { hasAllNames: true, hasNumbers: false });
}

/**
 * Like {@link everyLeaf}, with two additions: the long numbers in data, and lists of numbers in data that spell a
 * text: those are `spelled`.
 */
export function allLeaves(shape: TextShape, object: JsonObjectText): readonly TextLeaf[] {
  return collectLeaves(shape, objectCursor(object), { hasAllNames: true, hasNumbers: true });
}

type FindOptions = Pick<Found, 'hasAllNames' | 'hasNumbers'>;

function collectLeaves(shape: TextShape, value: JsonCursor, options: FindOptions): readonly TextLeaf[] {
  const found = { leaves: [], ...options };
  walk(outermost(shape, value), found);
  return found.leaves;
}

function outermost(shape: TextShape, value: JsonCursor): Place {
  return { entered: [nodeOf(shape)], value, path: '', holder: null, isData: false, isOfTokens: false, label: null };
}

/** What all the paths to one place say about it. */
interface RuleNode {
  /** The kind of a string at this place. `null` when no path declares one. */
  kind: LeafKind | null;
  readonly members: Map<string, RuleNode>;
  /** The rules for the values of members that no path names. */
  anyMember: RuleNode | null;
  /** The rules for the names of members that no path names. */
  names: RuleNode | null;
  elements: RuleNode | null;
  /** The rules for everything within, at any depth. In the node for any depth, this is the node itself. */
  anyDepth: RuleNode | null;
  /** The rules that apply only when the value meets the conditions. */
  readonly whens: { readonly conditions: readonly TextCondition[]; readonly node: RuleNode }[];
  /** The shapes that are declared for this place. Their rules apply here as well. */
  readonly shapes: (TextShape | (() => TextShape))[];
}

function emptyNode(): RuleNode {
  return {
    kind: null,
    members: new Map(),
    anyMember: null,
    names: null,
    elements: null,
    anyDepth: null,
    whens: [],
    shapes: [],
  };
}

const nodesOfShapes = new WeakMap<TextShape, RuleNode>();

/** The rules of a shape for the value that it describes. */
function nodeOf(shape: TextShape): RuleNode {
  const known = nodesOfShapes.get(shape);
  if (known !== undefined) return known;
  const node = emptyNode();
  nodesOfShapes.set(shape, node);
  for (const [path, declared] of Object.entries(shape)) declare(node, parseTextPath(path), declared);
  return node;
}

/** Adds one path of a shape to the rules. */
function declare(node: RuleNode, [step, ...rest]: readonly TextStep[], declared: TextShape[string]): void {
  if (step !== undefined) {
    for (const target of nodesOfStep(node, step)) declare(target, rest, declared);
  } else if (typeof declared === 'string') {
    node.kind ??= declared;
  } else {
    node.shapes.push(declared);
  }
}

/** The nodes for the places that a step of a path leads to, created when they are missing. */
function nodesOfStep(node: RuleNode, step: TextStep): readonly RuleNode[] {
  switch (step.step) {
    case 'member':
      return step.names.map((name) => node.members.getOrInsertComputed(name, emptyNode));
    case 'any_member':
      return [(node.anyMember ??= emptyNode())];
    case 'names':
      return [(node.names ??= emptyNode())];
    case 'elements':
      return [(node.elements ??= emptyNode())];
    case 'any_depth':
      return [node, (node.anyDepth ??= anyDepthNode())];
    case 'when': {
      const when = { conditions: step.conditions, node: emptyNode() };
      node.whens.push(when);
      return [when.node];
    }
  }
}

/** The node for any depth: everything within it has the same rules. */
function anyDepthNode(): RuleNode {
  const node = emptyNode();
  node.anyDepth = node;
  return node;
}

interface Place {
  /** The rules that lead here. */
  readonly entered: readonly RuleNode[];
  readonly value: JsonCursor;
  readonly path: string;
  readonly holder: Holder | null;
  readonly isData: boolean;
  /** It is within a list of tokens, whether or not that is declared. */
  readonly isOfTokens: boolean;
  readonly label: string | null;
}

/** Members that hold the tokens of a text. */
const tokensName = /(?:^|_)logprobs$/;

interface Found {
  readonly leaves: TextLeaf[];
  /** The names of all members that no path names are leaves too. */
  readonly hasAllNames: boolean;
  /** So are the long numbers in data, and lists of numbers in data that spell a text. */
  readonly hasNumbers: boolean;
}

function walk(place: Place, found: Found): void {
  for (const inner of visit(place, found)) walk(inner, found);
}

const nothingWithin: Iterable<Place> = [];

/** Reports the leaf at a place. Returns the places within it. */
function visit(place: Place, found: Found): Iterable<Place> {
  const { entered, value, path, holder, isData, label } = place;
  const here = withApplicableRules(entered, value);
  switch (value.kind) {
    case 'string': {
      const { span } = value;
      const kind = kindAt(here, place, found);
      found.leaves.push({ path, kind, isName: false, text: value.text(), isData, label, span, holder });
      return nothingWithin;
    }
    case 'object':
      return membersWithin(here, place, found);
    case 'array':
      return elementsWithin(here, place, found);
    case 'other':
      if (found.hasNumbers) addNumber(here, place, found);
      return nothingWithin;
  }
}

function* elementsWithin(here: readonly RuleNode[], place: Place, found: Found): Iterable<Place> {
  const { value, path, holder, isData, label } = place;
  const elements = next(here, (node) => node.elements);
  const entered = elements.length > 0 ? elements : next(here, (node) => node.anyDepth);
  const isWithinData = isDataWithin({ isData, here, isNamed: elements.length > 0 });
  const list = { isList: true, span: value.span, holder };
  const spelled = found.hasNumbers && isWithinData ? new SpelledText() : null;
  const grouped = found.hasNumbers && isWithinData ? new GroupedValue() : null;
  let position = 0;
  for (const element of value.elements()) {
    spelled?.addElement(element);
    grouped?.addElement(element);
    yield { ...place, entered, value: element, path: `${path}[${position++}]`, holder: list, isData: isWithinData };
  }
  const text = spelled?.text() ?? grouped?.text(label) ?? null;
  if (text === null) return;
  found.leaves.push({ path, kind: 'spelled', isName: false, text, isData, label, span: value.span, holder });
}

function addNumber(here: readonly RuleNode[], { value, path, holder, isData, label }: Place, { leaves }: Found): void {
  if (value.span?.kind !== 'number') return;
  const text = digitsOfNumber(value.json());
  if (text === null) return;
  const kind = kindIn(here);
  if (!isData && kind !== 'text' && !isNamedCard(text.replace('-', ''), label)) return;
  const { span } = value;
  leaves.push({ path, kind, isName: false, text, isData, label, isNumber: true, span, holder });
}

interface Within {
  readonly isData: boolean;
  readonly here: readonly RuleNode[];
  /** Whether a path names it. */
  readonly isNamed: boolean;
}

/** Whether a value is data: declared at any depth, or undeclared within something declared. */
function isDataWithin({ isData, here, isNamed }: Within): boolean {
  if (isNamed) return false;
  return isData || here.length === 0 || here.some(({ anyDepth }) => anyDepth !== null);
}

/** A name in the style of the protocols: `top_k`, `maxTokens`, `prompt-cache2`. */
const protocolName = /^[$_]{0,2}[a-z][A-Za-z]*\d{0,2}(?:[_-][a-z][A-Za-z]*\d{0,2})*$/;

interface NamedBy {
  /** The rules for names of members that no path names. */
  readonly names: readonly RuleNode[];
  /** Other members of the object may be declared, but not this one. */
  readonly isBeside: boolean;
}

/**
 * The kind of the name of a member that no path names. Beside declared members, a name in the style of the protocols
 * may be an option that the upstream knows: another name would change what it does.
 */
function kindOfName(name: string, { names, isBeside }: NamedBy): TextLeaf['kind'] {
  return isBeside && protocolName.test(name) ? 'vocabulary' : kindIn(names);
}

function* membersWithin(here: readonly RuleNode[], place: Place, found: Found): Iterable<Place> {
  const { value, path, holder: outer, isData } = place;
  const names = next(here, (node) => node.names);
  const holder = { isList: false, span: value.span, holder: outer };
  for (const { name, nameSpan, value: inner } of value.members()) {
    const innerPath = path === '' ? name : `${path}.${name}`;
    const named = next(here, (node) => node.members.get(name) ?? null);
    const within = named.length > 0 ? named : firstMatching(here, [(node) => node.anyMember, (node) => node.anyDepth]);
    const isFree = within.length > 0 || names.length > 0;
    if (named.length === 0 && (isFree || found.hasAllNames)) {
      found.leaves.push({
        path: `${innerPath}~`,
        kind: kindAt(names, place, found, kindOfName(name, { names, isBeside: !isFree && here.length > 0 })),
        isName: true,
        text: name,
        isData: false,
        label: null,
        span: nameSpan,
        holder,
      });
    }
    const isNamed = named.length > 0 || next(here, (node) => node.anyMember).length > 0;
    const isWithinData = isDataWithin({ isData, here, isNamed });
    const isOfTokens = place.isOfTokens || tokensName.test(name);
    yield { entered: within, value: inner, path: innerPath, holder, isData: isWithinData, isOfTokens, label: name };
  }
}

/** The nodes that one step leads to, from each of the given ones. */
function next(here: readonly RuleNode[], step: (node: RuleNode) => RuleNode | null): readonly RuleNode[] {
  const found: RuleNode[] = [];
  for (const node of here) {
    const target = step(node);
    if (target !== null) found.push(target);
  }
  return found;
}

/** The nodes that the first of several steps leads to. A step that leads nowhere is passed over. */
function firstMatching(
  here: readonly RuleNode[],
  steps: readonly ((node: RuleNode) => RuleNode | null)[],
): readonly RuleNode[] {
  for (const step of steps) {
    const found = next(here, step);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The given nodes, followed by those that they lead to without a step: the rules of their shapes, and the rules whose
 * conditions this value meets.
 */
function withApplicableRules(entered: readonly RuleNode[], value: JsonCursor): readonly RuleNode[] {
  const here = [...entered];
  // The list grows while it is walked, because a shape may refer to another.
  for (const node of here) {
    for (const shape of node.shapes) here.push(nodeOf(typeof shape === 'function' ? shape() : shape));
    if (value.kind !== 'object') continue;
    for (const when of node.whens) if (when.conditions.every((each) => holds(each, value))) here.push(when.node);
  }
  return here;
}

/** The kind of a string. In an answer, what is within a list of tokens is a token unless it is declared. */
function kindAt(
  here: readonly RuleNode[],
  { isOfTokens }: Place,
  { hasAllNames, hasNumbers }: Found,
  kind = kindIn(here),
): TextLeaf['kind'] {
  return isOfTokens && hasAllNames && !hasNumbers && kind === 'undeclared' ? 'token_text' : kind;
}

/** The kind that several nodes declare. The last one with a kind decides. */
function kindIn(nodes: readonly RuleNode[]): TextLeaf['kind'] {
  return nodes.findLast(({ kind }) => kind !== null)?.kind ?? 'undeclared';
}

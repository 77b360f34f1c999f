import type { JsonObjectText } from '../wire/json-object-text.ts';
import { ElementNames } from './element-names.ts';
import type { Holder, TextLeaf } from './text-leaf.ts';

/** Members of a record that say which of several texts it continues. */
const identifies = /^(?:type|item_id|(?:[a-z]+_)*index)$/;

/** Where a text that no channel declares stands in a stream. */
export interface PiecePlace {
  /** The same for all pieces of one text, and different for every other text of the stream. */
  readonly key: string;
  /** The same for all texts that a client joins: those of the parts, blocks and items of one kind. */
  readonly joined: string | null;
  /** The same for all texts over which a placeholder may be spread. */
  readonly crossing: string | null;
}

/** Tells which pieces of the strings of a stream belong together, by what identifies them and where they stand. */
export class PiecePlaces {
  readonly #names = new ElementNames();

  placeOf(leaf: TextLeaf, object: JsonObjectText): PiecePlace {
    const path = pathOf(leaf);
    const root = identityOf(object);
    const elements = this.#elementsOf(leaf, object, path + root);
    return {
      key: `${path} ${root} ${elements.join(' ')}`,
      joined: joinedPlace(leaf, object),
      crossing: crossingPlace(leaf, object),
    };
  }

  #elementsOf({ path, holder }: TextLeaf, object: JsonObjectText, scope: string): readonly string[] {
    const positions = path.match(/\[\d+\]/g) ?? [];
    const names: string[] = [];
    for (const [nth, each] of elementsAround(holder).entries()) {
      const element = each.isList || each.span === null ? null : object.object(each.span);
      const at = `${scope} ${names.join(' ')}`;
      const index = element === null ? null : scalarOf(element, 'index');
      const id = element === null ? null : scalarOf(element, 'id');
      names.push(this.#names.nameOf({ scope: at, position: positions[nth] ?? '', index, id }));
    }
    return names;
  }
}

/** A longer path has the name of a member that no protocol has, characters. It is not read for each string below. */
export const pathMax = 1_024;

/** The path of a leaf without the positions of elements. */
function pathOf({ path }: TextLeaf): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

/**
 * The name of the texts that a client joins with this one: a text of a typed part is joined with those of the others of
 * its type. `null`: it stands alone. The texts of two choices are never joined.
 */
export function joinedPlace(leaf: TextLeaf, object: JsonObjectText): string | null {
  const { holder, label } = leaf;
  if (leaf.path.length > pathMax) return null;
  const span = holder?.span ?? null;
  if (span === null || holder?.isList !== false) return null;
  const type = object.object(span).string('type');
  return type === undefined ? null : JSON.stringify([choiceOf(leaf, object), pathOf(leaf), type, label]);
}

/**
 * The name of the texts over which a placeholder may be spread: those that a client joins, and those at the same place in
 * the elements of lists, also within each other. `null`: it stands alone. The texts of two choices are never joined.
 */
export function crossingPlace(leaf: TextLeaf, object: JsonObjectText): string | null {
  const { path } = leaf;
  const joined = joinedPlace(leaf, object);
  if (joined !== null || path.length > pathMax || /^choices\[\d+\][^[]*$/.test(path)) return joined;
  return path.includes('[') ? `${choiceOf(leaf, object) ?? ''} ${pathOf(leaf)}` : null;
}

/** The choice that a text belongs to; `null`: none. */
export function choiceOf({ path, holder }: TextLeaf, object: JsonObjectText): string | null {
  const [choice] = /^choices\[\d+\]/.exec(path) ?? [];
  if (choice === undefined) return null;
  const [element] = elementsAround(holder);
  const span = element?.isList === false ? element.span : null;
  return (span === null ? null : scalarOf(object.object(span), 'index')) ?? choice;
}

/** What identifies a record among those of its stream. */
function identityOf(object: JsonObjectText): string {
  const identity = object.members.flatMap((member) => {
    const name = object.key(member);
    return identifies.test(name) ? [`${name}=${object.text(member).slice(0, identityMax)}`] : [];
  });
  return identity.join(',');
}

/** More of an id tells nothing new, characters. */
const identityMax = 128;

/** The elements of lists that a leaf stands in, outermost first; a list stands for an element that is no object. */
function elementsAround(innermost: Holder | null): readonly Holder[] {
  const elements: Holder[] = [];
  let inner: Holder | null = null;
  for (let holder = innermost; holder !== null; holder = holder.holder) {
    if (holder.isList) elements.unshift(inner ?? holder);
    inner = holder;
  }
  return elements;
}

function scalarOf(object: JsonObjectText, name: string): string | null {
  const member = object.member(name);
  if (member?.kind === 'string') return object.decode(member).slice(0, identityMax);
  return member?.kind === 'number' ? object.text(member).slice(0, identityMax) : null;
}

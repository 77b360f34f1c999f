import { isTagValue, shownTag, type TagTerms } from './tag-terms.ts';
import { requestTagsMax, tagNameSchema, type Tags } from './tags.ts';

/** The header of the tags of a request: `project=atlas,cost_center=42`. */
export const tagsHeader = 'x-waybill-tags';

/** Eight names and values of the greatest length, with room for spaces. */
const headerCharactersMax = 1_024;

/** What a caller sent: nothing of it is checked. */
export interface SentTags {
  /** The value of {@link tagsHeader}; absent: none was sent. */
  readonly header?: string | undefined;
  /** A text member of `metadata`; `undefined`: there is none. Asked only where metadata counts. */
  readonly metadata: (name: string) => string | undefined;
}

/** Why tags are refused, without any value that was sent. */
export interface TagFault {
  readonly fault: string;
}

type Read = ReadonlyMap<string, string> | TagFault;

/** The tags of a request; `null`: it has none. Linear in what was sent. */
export function readSentTags(
  { header = '', metadata }: SentTags,
  terms: TagTerms,
): { readonly tags: Tags | null } | TagFault {
  const inHeader = tagsInHeader(header, terms);
  const tags = 'fault' in inHeader ? inHeader : withMetadata(inHeader, metadata, terms);
  if ('fault' in tags) return tags;
  if (tags.size > requestTagsMax) return fault(`A request has at most ${requestTagsMax} tags.`, terms);
  const missing = terms.required.filter((name) => !tags.has(name));
  if (missing.length > 0) return fault(`This request has to name ${missing.map(quoted).join(', ')}.`, terms);
  return { tags: tags.size === 0 ? null : Object.fromEntries(tags) };
}

function tagsInHeader(header: string, terms: TagTerms): Read {
  const tags = new Map<string, string>();
  if (header.trim() === '') return tags;
  if (header.length > headerCharactersMax) {
    return fault(`\`${tagsHeader}\` has more than ${headerCharactersMax} characters.`, terms);
  }
  for (const pair of header.split(',')) {
    const [name = '', ...value] = pair.split('=').map((part) => part.trim());
    if (value.length !== 1) return fault(`\`${tagsHeader}\` is not a list such as \`project=atlas,team=7\`.`, terms);
    if (tags.has(name)) return fault(`${shownName(name)} occurs twice.`, terms);
    const read = declaredTag(name, value[0] ?? '', terms);
    if (read !== null) return read;
    tags.set(name, value[0] ?? '');
  }
  return tags;
}

function withMetadata(inHeader: ReadonlyMap<string, string>, metadata: SentTags['metadata'], terms: TagTerms): Read {
  const tags = new Map(inHeader);
  for (const { name } of terms.from_metadata ? terms.declared : []) {
    const value = metadata(name);
    if (value === undefined) continue;
    const wrong = declaredTag(name, value, terms);
    if (wrong !== null) return wrong;
    if ((tags.get(name) ?? value) !== value) {
      return fault(`\`${name}\` has one value in \`${tagsHeader}\` and another one in \`metadata\`.`, terms);
    }
    tags.set(name, value);
  }
  return tags;
}

/** Why a tag is refused; `null`: it may be sent. */
function declaredTag(name: string, value: string, terms: TagTerms): TagFault | null {
  const declared = terms.declared.find((tag) => tag.name === name);
  if (declared === undefined) return fault(`${shownName(name)} is not declared.`, terms);
  return isTagValue(declared, value) ? null : fault(`The value of \`${name}\` is not one that is declared.`, terms);
}

function fault(what: string, { declared }: TagTerms): TagFault {
  const known = declared.map(shownTag).join('; ');
  return { fault: `${what} ${known === '' ? 'Your tenant has declared no tags' : `Declared: ${known}`}.` };
}

/** A name in the form of one. Anything else may be a secret or a person. */
function shownName(name: string): string {
  return tagNameSchema.safeParse(name).success ? quoted(name) : 'A name';
}

function quoted(name: string): string {
  return `\`${name}\``;
}

import { isAsWide, levelOf, levels, withSetting, type ByLevel, type Level } from '../scopes/level.ts';
import { narrowerTag, type DeclaredTag, type TagDeclaration } from './tag-terms.ts';

/** The tags that requests of a tenant may have, as its document contains them. */
export interface SetTags {
  /** Those that apply, as every level narrows them. Absent: no level has declared any. */
  readonly tags?: TagDeclaration;
  /** Where {@link tags} come from. */
  readonly tags_by?: ByLevel<TagDeclaration>;
}

/** The tags that every request of a key has to name, as its document contains them. */
export interface SetRequiredTags {
  /** Those of all levels, in order. Absent: none. */
  readonly required_tags?: readonly string[];
  /** Where {@link required_tags} come from. */
  readonly required_tags_by?: ByLevel<readonly string[]>;
}

/**
 * The tags after an actor has declared some, in place of those of the actor's level. Names of all levels may be sent; of a name
 * that several have declared, what each of them allows. To declare none lifts those of the levels below too.
 */
export function withTags({ tags_by: known = {} }: SetTags, declaration: TagDeclaration, actor?: string): SetTags {
  const tags_by = withSetting(known, declaration.declared.length === 0 ? null : declaration, actor);
  const [widest, ...below] = levels.toReversed().flatMap((level) => tags_by[level] ?? []);
  return widest === undefined ? {} : { tags: below.reduce(narrowed, widest), tags_by };
}

/** The required tags after an actor has set some, in place of those of the actor's level. */
export function withRequiredTags(
  { required_tags_by: known = {} }: SetRequiredTags,
  names: readonly string[],
  actor?: string,
): SetRequiredTags {
  const required_tags_by = withSetting(known, names.length === 0 ? null : names, actor);
  const required_tags = [...new Set(Object.values(required_tags_by).flat())].toSorted();
  return required_tags.length === 0 ? {} : { required_tags, required_tags_by };
}

/** The required tags of a key, and the widest level that requires each. */
export function shownRequiredTags({ required_tags = [], required_tags_by = {} }: SetRequiredTags) {
  return { required_tags, required_by: widestByName(required_tags_by) };
}

/** The names that the level of an actor or one above it has declared: nobody below can withdraw them. */
export function namesFrom({ tags_by = {} }: SetTags, actor: string | undefined): readonly string[] {
  const above = levels.filter((level) => isAsWide(level, levelOf(actor)));
  return above.flatMap((level) => tags_by[level]?.declared.map(({ name }) => name) ?? []);
}

/** The declared tags of a tenant, and the widest level that declared each. */
export function shownTags({ tags, tags_by = {} }: SetTags) {
  if (tags === undefined) return {};
  const names = levels.map((level) => [level, tags_by[level]?.declared.map(({ name }) => name)] as const);
  const declared_by = widestByName(Object.fromEntries(names));
  return { tags: tags.declared, metadata_tags: tags.from_metadata, declared_by };
}

/** The widest level that has set each name: nobody below removes or widens it. */
function widestByName(byLevel: ByLevel<readonly string[]>): Readonly<Record<string, Level>> {
  return Object.fromEntries(levels.flatMap((level) => (byLevel[level] ?? []).map((name) => [name, level] as const)));
}

function narrowed(above: TagDeclaration, below: TagDeclaration): TagDeclaration {
  const tags = new Map<string, DeclaredTag>(above.declared.map((tag) => [tag.name, tag]));
  for (const tag of below.declared) {
    const known = tags.get(tag.name);
    tags.set(tag.name, known === undefined ? tag : narrowerTag(known, tag));
  }
  return { declared: [...tags.values()], from_metadata: above.from_metadata && below.from_metadata };
}

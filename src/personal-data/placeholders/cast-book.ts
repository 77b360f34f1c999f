import type { PiiEntity } from '../pii-kinds.ts';
import { TooManyTexts } from '../too-many-texts.ts';
import { canonicalValue } from './folded-text.ts';
import { foldingOfEntity, valuesMax } from './known-values.ts';
import { idLength, idLengthMax, keyedSymbols } from './keyed-symbols.ts';
import { ForeignNames } from './foreign-names.ts';
import { lookalikesIn } from './lookalikes.ts';
import { shapedPlaceholder, shapeOfPlaceholder, type Shape } from './shaped-placeholder.ts';
import { tagOfEntity } from './tag-of-entity.ts';

/** A placeholder with the value that it stands for. */
export interface CastEntry {
  /** As it is written into a text. */
  readonly placeholder: string;
  /**
   * The kind and id alone, in lower case, by which it is recognised; `null` for a placeholder that looks like a value.
   */
  readonly core: string | null;
  readonly entity: PiiEntity;
  /** As the caller wrote it. Never contains a quote, a backslash, a control character or half a character. */
  readonly value: string;
  /** The value was a JSON number, not a string. */
  readonly isNumber: boolean;
}

/**
 * The values and placeholders of one conversation. A value has one placeholder, wherever and however often it is cast.
 */
export class CastBook {
  /** The key that ids are drawn from. Without it a placeholder can neither be guessed nor be related to its value. */
  readonly key: Buffer;
  /** The links with values that the caller has sent: see `own-links.ts`. */
  readonly links = new Set<string>();
  /** Hosts in the instructions of the caller's program. */
  readonly hosts = new Set<string>();
  readonly #byCore = new Map<string, CastEntry>();
  readonly #byValue = new Map<string, CastEntry>();
  readonly #foreign = new ForeignNames();

  constructor(key: Buffer) {
    this.key = key;
  }

  get entries(): readonly CastEntry[] {
    return [...this.#byValue.values()];
  }

  /** Remembers what looks like a placeholder in a text, so that no placeholder of ours will look like it. */
  avoid(text: string): void {
    lookalikesIn(text, (core) => {
      if (!this.#byCore.has(core)) this.#foreign.add(core);
    });
  }

  /**
   * Whether this is the kind and id of a placeholder of this conversation, or the whole of one that looks like a value.
   */
  readonly knows = (name: string): boolean => this.#byCore.has(name);

  /**
   * Takes over an entry of an earlier turn. Raises `MappingsDisagree` when its placeholder stands for another value
   * here.
   */
  adopt(entry: CastEntry): void {
    const name = entry.core ?? entry.placeholder;
    const known = this.#byCore.get(name);
    if (known !== undefined && known.value !== entry.value) throw new MappingsDisagree();
    if (known === undefined) this.#enter(name, entry);
  }

  /** The entry of a value: the existing one, if it was cast before. */
  entryOf(value: string, entity: PiiEntity, { isNumber = false, shape = null as Shape | null } = {}): CastEntry {
    const known = this.#byValue.get(valueKey(value, entity, { isNumber, shape }));
    if (known !== undefined) return known;
    const entry = { ...this.#mint(value, entity, { isNumber, shape }), entity, value, isNumber };
    this.#enter(entry.core ?? entry.placeholder, entry, shape);
    return entry;
  }

  /** Raises `TooManyTexts`. */
  #enter(name: string, entry: CastEntry, shape: Shape | null = shapeOfPlaceholder(entry.placeholder)): void {
    if (this.#byCore.size === valuesMax) throw new TooManyTexts(valuesMax, 'different values');
    this.#byCore.set(name, entry);
    this.#byValue.set(valueKey(entry.value, entry.entity, { isNumber: entry.isNumber, shape }), entry);
  }

  #mint(value: string, entity: PiiEntity, { isNumber, shape }: Kind): Pick<CastEntry, 'placeholder' | 'core'> {
    const tag = tagOfEntity[entity];
    const canonical = canonicalValue(value, foldingOfEntity[entity]);
    const id = keyedSymbols(this.key, ['value', entity, canonical]).slice(0, idLength);
    // Spellings of one value begin alike, so that a model can tell that they are the same.
    const isPlain = !isNumber && value === plainSpelling(canonical, entity);
    const rest = keyedSymbols(this.key, ['spelling', entity, value, String(isNumber)]).slice(idLength);
    for (let more = isPlain ? 0 : 1; id.length + more <= idLengthMax; more++) {
      const whole = id + rest.slice(0, more);
      const core = `${tag}-${whole}`.toLowerCase();
      const shaped = shape === null ? null : shapedPlaceholder(shape, whole);
      if (this.#foreign.isBegunBy(core) || this.#byCore.has(shaped ?? core)) continue;
      return shaped === null ? { placeholder: `[${tag}-${whole}]`, core } : { placeholder: shaped, core: null };
    }
    throw new RangeError('no placeholder is left for a value');
  }
}

interface Kind {
  readonly isNumber: boolean;
  readonly shape: Shape | null;
}

function valueKey(value: string, entity: PiiEntity, { isNumber, shape }: Kind): string {
  return JSON.stringify([entity, value, isNumber, shape]);
}

/**
 * The spelling that needs no id of its own: names with capitals, anything else in lower case, numbers without
 * separators.
 */
function plainSpelling(canonical: string, entity: PiiEntity): string {
  switch (foldingOfEntity[entity]) {
    case 'words':
      return canonical.replaceAll(/(?<!\p{L}\p{M}*)\p{L}/gu, (letter) => letter.toUpperCase()).normalize('NFC');
    case 'digits':
      return canonical.toUpperCase();
    case 'literal':
      return canonical.normalize('NFC');
  }
}

/** Two conversations that one request builds on use one placeholder for two values. */
export class MappingsDisagree extends Error {
  override readonly name = 'MappingsDisagree';
}

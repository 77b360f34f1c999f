import { drawnBeginning, idLength } from './keyed-symbols.ts';
import { OrderedTexts } from './ordered-texts.ts';

/** Texts that look like placeholders and are not ours: no placeholder of ours may be one of them, or begin one. */
export class ForeignNames {
  /**
   * By kind and shortest id: the names that begin so and have a longer id, as far as it could be drawn. `null`: only the
   * shortest is known.
   */
  readonly #longer = new Map<string, OrderedTexts | null>();

  /** A kind and an id in lower case, e.g. `person-k7q3v`. */
  add(name: string): void {
    const idStart = name.indexOf('-') + 1;
    const id = drawnBeginning(name.slice(idStart));
    if (id.length < idLength) return;
    const shortest = name.slice(0, idStart + idLength);
    const known = this.#longer.get(shortest) ?? null;
    const longer = id.length === idLength ? known : (known ?? new OrderedTexts());
    if (id.length > idLength) longer?.add(name.slice(0, idStart) + id);
    this.#longer.set(shortest, longer);
  }

  /** Whether one of them is the given name, or begins with it. */
  isBegunBy(name: string): boolean {
    const shortest = name.slice(0, name.indexOf('-') + 1 + idLength);
    const longer = this.#longer.get(shortest);
    return longer !== undefined && (name === shortest || longer?.someBeginWith(name) === true);
  }
}

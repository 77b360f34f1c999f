import { firstNotBelow } from '../../wire/first-not-below.ts';
import { drawnBeginning, idLength } from './keyed-symbols.ts';

/** Texts that look like placeholders and are not ours: no placeholder of ours may be one of them, or begin one. */
export class ForeignNames {
  /** Kind and id, as far as an id could be drawn: nothing else can be the name of a placeholder. */
  readonly #names = new Set<string>();
  #sorted: readonly string[] | null = null;

  /** A kind and an id in lower case, e.g. `person-k7q3v`. */
  add(name: string): void {
    const idStart = name.indexOf('-') + 1;
    const id = drawnBeginning(name.slice(idStart));
    if (id.length < idLength) return;
    this.#names.add(name.slice(0, idStart) + id);
    this.#sorted = null;
  }

  /** Whether one of them is the given name, or begins with it. */
  isBegunBy(name: string): boolean {
    this.#sorted ??= [...this.#names].toSorted((a, b) => (a < b ? -1 : 1));
    return this.#sorted[firstNotBelow(this.#sorted, name)]?.startsWith(name) === true;
  }
}

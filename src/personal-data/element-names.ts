/** An element of a list, or a record, that continues one of several texts. */
interface Element {
  /** What surrounds it. */
  readonly scope: string;
  /** Its position, for the first piece of a text that says no more. */
  readonly position: string;
  /** Its member `index`; `null`: absent. */
  readonly index: string | null;
  /** Its id; `null`: absent. */
  readonly id: string | null;
}

/** So many names are remembered: more than a stream has texts at once. */
const namesMax = 1_024;

/**
 * Names the elements over which the texts of a stream are spread. Some servers leave out the index of an element, or
 * tell its id only once: such a piece belongs to what was named last at its position.
 */
export class ElementNames {
  readonly #last = new Map<string, string>();
  readonly #ofIds = new Map<string, string>();

  nameOf({ scope, position, index, id }: Element): string {
    const at = `${scope}@${position}`;
    const known = id === null || id === '' ? undefined : `${scope}#${id}`;
    const name =
      index ?? (known === undefined ? (this.#last.get(at) ?? position) : (this.#ofIds.get(known) ?? `#${id}`));
    if (this.#last.size < namesMax) this.#last.set(at, name);
    if (known !== undefined && this.#ofIds.size < namesMax) this.#ofIds.set(known, name);
    return name;
  }
}

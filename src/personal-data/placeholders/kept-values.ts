import type { PiiEntity } from '../pii-kinds.ts';

/** A value whose placeholder stayed in a link of an answer. */
export interface KeptValue {
  readonly placeholder: string;
  readonly entity: PiiEntity;
}

/** The values of a conversation whose placeholders stayed in links so far, each once. */
export class KeptValues {
  readonly #values = new Map<string, KeptValue>();
  readonly #counts = new Map<PiiEntity, number>();
  readonly #added: (entity: PiiEntity) => void;

  /** `added`: called once for each value. */
  constructor(added: (entity: PiiEntity) => void = () => undefined) {
    this.#added = added;
  }

  get all(): readonly KeptValue[] {
    return [...this.#values.values()];
  }

  /** Number of different values of each kind. */
  get counts(): ReadonlyMap<PiiEntity, number> {
    return this.#counts;
  }

  add({ placeholder, entity }: KeptValue): void {
    if (this.#values.has(placeholder)) return;
    this.#values.set(placeholder, { placeholder, entity });
    this.#counts.set(entity, (this.#counts.get(entity) ?? 0) + 1);
    this.#added(entity);
  }
}

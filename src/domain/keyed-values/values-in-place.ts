import type { KeyedValues } from './keyed-values.ts';

/**
 * Values for a fold of millions of events that never looks back: a step changes them in place and returns the same
 * object, in a fifth of the time. Older states of the fold become invalid.
 */
export class ValuesInPlace<Value> implements KeyedValues<Value> {
  readonly #values: Map<string, Value>;

  constructor(from: KeyedValues<Value>) {
    this.#values = new Map(from.entries());
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  with(key: string, value: Value): this {
    this.#values.set(key, value);
    return this;
  }

  without(key: string): this {
    this.#values.delete(key);
    return this;
  }

  entries(): IteratorObject<readonly [string, Value]> {
    return this.#values.entries();
  }
}

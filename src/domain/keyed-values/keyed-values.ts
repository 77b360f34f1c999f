/** Values by text, for a fold. A fold must go on with the object that a step returns, and only with that. */
export interface KeyedValues<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  has(key: string): boolean;
  with(key: string, value: Value): KeyedValues<Value>;
  /** Returns the same values when the key is absent. */
  without(key: string): KeyedValues<Value>;
  entries(): IteratorObject<readonly [string, Value]>;
}

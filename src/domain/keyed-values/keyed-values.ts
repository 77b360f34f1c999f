/** Values by text, as a fold changes them: it goes on with what a step answers, and only with that. */
export interface KeyedValues<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  has(key: string): boolean;
  with(key: string, value: Value): KeyedValues<Value>;
  /** The same values when there is none of that key. */
  without(key: string): KeyedValues<Value>;
  entries(): IteratorObject<readonly [string, Value]>;
}

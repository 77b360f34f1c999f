import type { KeyedValues } from './keyed-values.ts';

/** The number of shards of a map: a step copies one of them. A power of two that keeps both copies short. */
const shardCount = 32;

/**
 * An immutable map with string keys. `with` and `without` return a new map that shares all but one of its shards with
 * the old one, so that a step of a fold stays cheap when the map holds thousands of entries (copying a whole `Map` of
 * 200 entries costs some 10 µs, one shard of it about 1 µs). It keeps no order.
 */
export class PersistentMap<Value> implements KeyedValues<Value> {
  static readonly #empty = new PersistentMap<never>(
    0,
    Array.from({ length: shardCount }, () => new Map<string, never>()),
  );

  readonly size: number;
  readonly shards: readonly ReadonlyMap<string, Value>[];

  private constructor(size: number, shards: readonly ReadonlyMap<string, Value>[]) {
    this.size = size;
    this.shards = shards;
  }

  static empty<Value>(): PersistentMap<Value> {
    return PersistentMap.#empty;
  }

  /** The last entry of a key counts. */
  static of<Value>(entries: readonly (readonly [string, Value])[]): PersistentMap<Value> {
    const shards = Array.from({ length: shardCount }, () => new Map<string, Value>());
    for (const [key, value] of entries) shards[shardOf(key)]?.set(key, value);
    const size = shards.reduce((sum, shard) => sum + shard.size, 0);
    return size === 0 ? PersistentMap.#empty : new PersistentMap(size, shards);
  }

  get(key: string): Value | undefined {
    return this.shards[shardOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.shards[shardOf(key)]?.has(key) === true;
  }

  with(key: string, value: Value): PersistentMap<Value> {
    const index = shardOf(key);
    const before = this.shards[index];
    const after = new Map(before).set(key, value);
    return new PersistentMap(this.size + after.size - (before?.size ?? 0), this.shards.with(index, after));
  }

  /** Returns the same map when the key is absent. */
  without(key: string): PersistentMap<Value> {
    const index = shardOf(key);
    const before = this.shards[index];
    if (before?.has(key) !== true) return this;
    // All empty maps are one object: most maps of many wallets' states are empty.
    if (this.size === 1) return PersistentMap.#empty;
    const after = new Map(before);
    after.delete(key);
    const shard = after.size === 0 ? (PersistentMap.#empty.shards[index] ?? after) : after;
    return new PersistentMap(this.size - 1, this.shards.with(index, shard));
  }

  *entries(): Generator<readonly [string, Value], void> {
    for (const shard of this.shards) yield* shard.entries();
  }
}

/** Ids differ in their last characters, if at all. */
const hashedCharacters = 12;

/** FNV-1a with its high bits folded in: ids that share a prefix or count upwards spread evenly. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = Math.max(0, key.length - hashedCharacters); index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & (shardCount - 1);
}

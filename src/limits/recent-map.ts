import { LRUCache } from 'lru-cache';

/**
 * A map of at most so many entries, or of entries of so much together: the least recently used one makes room for a new one.
 * `get` and `set` are uses.
 */
export class RecentMap<Key extends object | string | number, Value extends object | string | number> extends LRUCache<
  Key,
  Value
> {
  constructor(sizeMax: number, sizeOf: (value: Value) => number = Number.bind(null, 1)) {
    // By `max` the map would be made with all its places, for milliseconds and megabytes. Else every entry has the size 1.
    super({ maxSize: sizeMax, sizeCalculation: sizeOf });
  }
}

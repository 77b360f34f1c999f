import { LRUCache } from 'lru-cache';

/** A map of at most so many entries: the least recently used one makes room for a new one. `get` and `set` are uses. */
export class RecentMap<Key extends object | string | number, Value extends object | string | number> extends LRUCache<
  Key,
  Value
> {
  constructor(entriesMax: number) {
    // By `max` the map would be made with all its places, for milliseconds and megabytes. Every entry has the size 1.
    super({ maxSize: entriesMax, sizeCalculation: Number.bind(null, 1) });
  }
}

import { LRUCache } from 'lru-cache';

/** A map of at most so many entries: the least recently used one makes room for a new one. `get` and `set` are uses. */
export class RecentMap<Key extends object | string | number, Value extends object | string | number> extends LRUCache<
  Key,
  Value
> {
  constructor(entriesMax: number) {
    super({ max: entriesMax });
  }
}

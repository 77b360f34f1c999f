import type { Middleware } from 'koa';
import type { Edition } from './edition.ts';

type InForce = Pick<
  Edition,
  'upstream' | 'connections' | 'billingRecords' | 'fileStores' | 'pools' | 'probe' | 'config'
>;

/**
 * The editions of the configuration in this process: the current one, and older ones that running requests still use.
 */
export class Editions implements InForce {
  #inForce: Edition;
  readonly #requests = new Map<Edition, number>();

  constructor(first: Edition) {
    this.#inForce = first;
  }

  /** Answers with the edition that was current when the request arrived. */
  readonly routes: Middleware = async (ctx, next) => {
    const edition = this.#inForce;
    this.#requests.set(edition, (this.#requests.get(edition) ?? 0) + 1);
    try {
      await edition.routes(ctx, next);
    } finally {
      this.#left(edition);
    }
  };

  get inForce(): Edition {
    return this.#inForce;
  }

  get config(): Edition['config'] {
    return this.#inForce.config;
  }

  get upstream(): Edition['upstream'] {
    return this.#inForce.upstream;
  }

  get connections(): Edition['connections'] {
    return this.#inForce.connections;
  }

  get billingRecords(): Edition['billingRecords'] {
    return this.#inForce.billingRecords;
  }

  get pools(): Edition['pools'] {
    return this.#inForce.pools;
  }

  get probe(): Edition['probe'] {
    return this.#inForce.probe;
  }

  get fileStores(): Edition['fileStores'] {
    return this.#inForce.fileStores;
  }

  /** Makes `edition` current for new requests. The previous one is closed when its last request has ended. */
  replace(edition: Edition): void {
    const before = this.#inForce;
    this.#inForce = edition;
    if (!this.#requests.has(before)) void before.close();
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    await Promise.all([...new Set([this.#inForce, ...this.#requests.keys()])].map((edition) => edition.close()));
  }

  #left(edition: Edition): void {
    const others = (this.#requests.get(edition) ?? 1) - 1;
    if (others > 0) {
      this.#requests.set(edition, others);
      return;
    }
    this.#requests.delete(edition);
    if (edition !== this.#inForce) void edition.close();
  }
}

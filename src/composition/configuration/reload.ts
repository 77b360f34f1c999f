import type { Config, ReadConfig } from '../../config.ts';
import {
  changeBetween,
  priceListsOf,
  refusedChange,
  type ConfigurationChange,
  type PriceLists,
} from '../../config/configuration-change.ts';
import { changedSettingsMax, type ConfigurationEvent } from '../../domain/configuration/configuration-events.ts';
import { priceListsLoaded } from '../../domain/configuration/price-lists-loaded.ts';
import type { LimitsInForce } from '../../limits/caller-limits.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { Edition } from './edition.ts';
import type { Editions } from './editions.ts';
import { configuredLimits } from '../limits.ts';

/** The outcome of a reload. */
export type ReloadOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'taken'; readonly settings: readonly string[]; readonly priceLists: readonly string[] }
  /** The old configuration stays, unchanged. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface ReloadDeps {
  /** Reads and checks the whole file. Raises `ConfigError`. */
  readonly read: () => ReadConfig;
  readonly editions: Editions;
  /** Opens an edition. Raises if it cannot be opened. */
  readonly open: (config: Config, before: Edition) => Edition;
  /** Checks the content keys and returns a function that activates them. Raises `DirectoryContradicted`. */
  readonly prepareContentKeys: (config: Config) => Promise<() => void>;
  readonly limits: LimitsInForce;
  /** Records the change. Raises the errors of the log. */
  readonly record: (events: readonly ConfigurationEvent[]) => Promise<void>;
  readonly instanceId: string;
  readonly telemetry: Pick<Telemetry, 'info' | 'warn'>;
}

/**
 * Reloads the configuration while requests run; running requests keep the old one. A file with an error, with other
 * prices under a known price list version, or with changes that need a restart is refused completely. A reload is
 * recorded before it takes effect. Reloads run one at a time, in the order of the requests.
 */
export class Reload {
  readonly #deps: ReloadDeps;
  /** Of every configuration that was in force in this process: bills name them. */
  #priceLists: PriceLists;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: ReloadDeps) {
    this.#deps = deps;
    this.#priceLists = priceListsOf(deps.editions.config);
  }

  /** `actor` is recorded as the requester. Never raises. */
  take(actor: string): Promise<ReloadOutcome> {
    const taken = this.#last.then(() => this.#take(actor));
    this.#last = taken;
    return taken;
  }

  async #take(actor: string): Promise<ReloadOutcome> {
    const { editions, telemetry } = this.#deps;
    try {
      const read = this.#deps.read();
      const change = changeBetween(editions.config, read.config, this.#priceLists);
      if (change.settings.length === 0) return { kind: 'unchanged' };
      const refusal = refusedChange(change);
      if (refusal !== null) throw new Error(refusal);
      await this.#bringIntoForce(read, change, actor);
      const { settings, priceLists } = change;
      telemetry.info('configuration_taken', { actor, settings: shortened(settings), price_lists: priceLists });
      return { kind: 'taken', settings, priceLists };
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      telemetry.warn('configuration_refused', { actor, reason });
      return { kind: 'refused', reason };
    }
  }

  async #bringIntoForce({ config, digest }: ReadConfig, change: ConfigurationChange, actor: string): Promise<void> {
    const { editions, open, prepareContentKeys, limits, record, instanceId } = this.#deps;
    const useContentKeys = await prepareContentKeys(config);
    const edition = open(config, editions.inForce);
    const { settings, priceLists } = change;
    const data = {
      instance_id: instanceId,
      digest,
      settings: shortened(settings),
      price_lists: priceLists.slice(0, changedSettingsMax),
      actor,
    };
    try {
      await record([
        ...priceListsLoaded(instanceId, priceListsOf(config).values()),
        { type: 'ConfigurationChanged', data },
      ]);
    } catch (error) {
      await edition.close();
      throw error;
    }
    useContentKeys();
    limits.replace(configuredLimits(config.limits));
    editions.replace(edition);
    this.#priceLists = new Map([...this.#priceLists, ...priceListsOf(config)]);
  }
}

/** The changed settings, or only their sections if they are too many for an event. */
function shortened(settings: readonly string[]): string[] {
  for (let depth = 8; depth > 1; depth--) {
    const widened = [...new Set(settings.map((path) => path.split('.').slice(0, depth).join('.').slice(0, 300)))];
    if (widened.length <= changedSettingsMax) return widened;
  }
  return [...new Set(settings.map((path) => path.split('.')[0] ?? ''))];
}

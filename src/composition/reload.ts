import type { Config, ReadConfig } from '../config.ts';
import { changeBetween, refusalOf, type ConfigurationChange } from '../config/configuration-change.ts';
import { changedSettingsMax, type ConfigurationEvent } from '../domain/configuration/configuration-events.ts';
import type { LimitsInForce } from '../limits/caller-limits.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Edition } from './edition.ts';
import type { Editions } from './editions.ts';
import { configuredLimits } from './limits.ts';

/** What became of a wish to take the configuration anew. */
export type ReloadOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'taken'; readonly settings: readonly string[]; readonly priceLists: readonly string[] }
  /** The old one stays, whole. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface ReloadDeps {
  /** Reads and checks the file whole. Raises `ConfigError`. */
  readonly read: () => ReadConfig;
  readonly editions: Editions;
  /** Raises for what cannot be opened. */
  readonly open: (config: Config, before: Edition) => Edition;
  /** Checks the content keys; what it answers puts them in force. Raises `DirectoryContradicted`. */
  readonly prepareContentKeys: (config: Config) => Promise<() => void>;
  readonly limits: LimitsInForce;
  /** Raises what the log raises. */
  readonly record: (event: ConfigurationEvent) => Promise<void>;
  readonly instanceId: string;
  readonly telemetry: Pick<Telemetry, 'info' | 'warn'>;
}

/**
 * Takes the configuration anew while requests run: those that have begun end as they began. A file with a fault, with
 * other prices under the name of a known price list, or with changes that need a restart is refused whole: never is a
 * part of it in force. What is taken is recorded first. One at a time, in the order asked.
 */
export class Reload {
  readonly #deps: ReloadDeps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: ReloadDeps) {
    this.#deps = deps;
  }

  /** `actor` is who asked, for the record. Never raises. */
  take(actor: string): Promise<ReloadOutcome> {
    const taken = this.#last.then(() => this.#take(actor));
    this.#last = taken;
    return taken;
  }

  async #take(actor: string): Promise<ReloadOutcome> {
    const { editions, telemetry } = this.#deps;
    try {
      const read = this.#deps.read();
      const change = changeBetween(editions.config, read.config);
      if (change.settings.length === 0) return { kind: 'unchanged' };
      const refusal = refusalOf(change);
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
      await record({ type: 'ConfigurationChanged', data });
    } catch (error) {
      await edition.close();
      throw error;
    }
    useContentKeys();
    limits.replace(configuredLimits(config.limits));
    editions.replace(edition);
  }
}

/** Few enough for an event: by sections where single settings are too many. */
function shortened(settings: readonly string[]): string[] {
  for (let depth = 8; depth > 1; depth--) {
    const widened = [...new Set(settings.map((path) => path.split('.').slice(0, depth).join('.').slice(0, 300)))];
    if (widened.length <= changedSettingsMax) return widened;
  }
  return [...new Set(settings.map((path) => path.split('.')[0] ?? ''))];
}

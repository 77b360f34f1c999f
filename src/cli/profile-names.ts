import { ConfigError, loadConfig, locate, processEnvironment, type Config, type Environment } from '../config.ts';
import type { PricedProfile } from '../catalogue/priced-profile.ts';
import { namesOfProfiles, pricedProfiles, publicProfiles } from '../composition/catalogue.ts';
import type { BankAccount } from '../domain/payments/credit-transfer-text.ts';
import { profilePattern } from '../domain/profile-name.ts';
import { wrongUsage } from './cli-error.ts';
import { note } from './output.ts';

/** Variables that the sandbox sets when it serves. Its profiles do not depend on their values. */
const sandboxEnvironment = {
  WAYBILL_SANDBOX_URL: 'http://127.0.0.1:1',
  WAYBILL_SANDBOX_KEY: 'none',
  WAYBILL_SPARE_URL: 'http://127.0.0.1:1',
  WAYBILL_SPARE_KEY: 'none',
};

/**
 * The given names. A name that is not in the configuration is accepted,
 * because it may be added later, and a note is printed.
 */
export function profileNames(given: readonly string[]): readonly string[] {
  for (const name of given) {
    if (!profilePattern.test(name)) throw wrongUsage(`${JSON.stringify(name)} is not a profile name`);
  }
  const known = knownNames();
  const unknown = known === null ? [] : given.filter((name) => !known.includes(name));
  if (unknown.length > 0) note(`not in the current configuration: ${unknown.join(', ')}`);
  return given;
}

/** The public profiles of the configuration. `option`: names other ones. */
export function publicProfilesOfConfiguration(option: string): readonly string[] {
  return publicProfiles(configurationInsteadOf(option));
}

/** The configuration where an option is absent. Raises `ConfigError`, with the option as the other way. */
function configurationInsteadOf(option: string): Config {
  try {
    return configurationOfNow();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${error.message}. Or name the profiles with ${option}.`, { cause: error });
  }
}

/** The names that a key can be allowed; `null`: there is no configuration to compare with. */
export function knownNames(): readonly string[] | null {
  return ofConfiguration(namesOfProfiles);
}

/** The profiles with their price lists; `null`: there is no configuration. */
export function pricedProfilesIfAny(): readonly PricedProfile[] | null {
  return ofConfiguration(pricedProfiles);
}

/** Whether a new person is protected: where `personal_data` is configured, or nobody can tell. */
export function protectsPeople(): boolean {
  return ofConfiguration(({ personal_data }) => personal_data !== undefined) ?? true;
}

/** The account to which top-ups are paid; `null`: there is none, or no configuration. */
export function bankAccount(): BankAccount | null {
  return ofConfiguration(({ bank_account }) => bank_account ?? null);
}

/** The https origin of the console; `null`: there is none, or no configuration. */
export function publicUrl(): string | null {
  return ofConfiguration(({ admin }) => admin.public_url ?? null);
}

/** What the configuration says; `null`: there is none that can be used. */
function ofConfiguration<Said>(read: (config: Config) => Said): Said | null {
  try {
    return read(configurationOfNow());
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** Raises `ConfigError`. In sandbox mode the addresses of its upstreams are placeholders: only the gateway knows them. */
export function configurationOfNow(): Config {
  const environment: Environment = processEnvironment();
  const { isSandbox } = locate(environment);
  return loadConfig(isSandbox ? { ...environment, ...sandboxEnvironment } : environment);
}

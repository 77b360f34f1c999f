import type { Level } from '../../src/domain/scopes/level.ts';
import { id } from './wallet-vocabulary.ts';

/** The actor of a key whose person acts in a role. */
export const byKey = (role: string): string => `api:key=${id('a', 1)} user=${id('b', 1)} role=${role}`;

/** Somebody who acts at each level. */
export const levelActors: Readonly<Record<Level, string>> = {
  tenant: byKey('tenant_admin'),
  reseller: byKey('reseller_admin'),
  platform: byKey('operator'),
};

import { administrationId } from '../../ledger/administration/administration-ids.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';

/**
 * The id of an account at an issuer, and of the person whom it makes: made of the keyed hash of issuer and subject, so that
 * the same one is found without a list of subjects, which are kept nowhere.
 */
export function issuedUserId(hasher: KeyHasher, issuer: string, subject: string): string {
  return administrationId(hasher, JSON.stringify(['console', 'subject', issuer, subject]));
}

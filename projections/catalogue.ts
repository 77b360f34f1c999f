import type { Projection } from '../src/ports/read-models.ts';
import { apiKeys } from './api-keys.ts';
import { fileJobs } from './file-jobs.ts';
import { fileExpiries } from './file-expiries.ts';
import { files } from './files.ts';
import { formerSecrets } from './former-secrets.ts';
import { keptBytes } from './kept-bytes.ts';
import { openReservations } from './open-reservations.ts';
import { ownedIds } from './owned-ids.ts';
import { policies } from './policies.ts';
import { principals } from './principals.ts';
import { responseExpiries } from './response-expiries.ts';
import { responseIndex } from './response-index.ts';
import { scopes } from './scopes.ts';
import { walletBalances } from './wallet-balances.ts';

/**
 * Every read model: what a gateway follows, and what `waybill ledger verify` compares with the log. Fed in this order:
 * keys come last, so that whoever finds a key also finds the person and the policies that were recorded before it.
 */
export const projectionCatalogue: readonly Projection<object>[] = [
  walletBalances,
  openReservations,
  responseIndex,
  responseExpiries,
  files,
  fileExpiries,
  fileJobs,
  keptBytes,
  policies,
  scopes,
  principals,
  ownedIds,
  formerSecrets,
  apiKeys,
];

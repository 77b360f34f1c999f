import { apiKeys } from '../../projections/api-keys.ts';
import { formerSecrets } from '../../projections/former-secrets.ts';
import { policies } from '../../projections/policies.ts';
import { principals } from '../../projections/principals.ts';
import { scopes } from '../../projections/scopes.ts';
import { tenantWallets } from '../../projections/tenant-wallets.ts';
import { scopeKey } from '../domain/policy-events.ts';
import { createReadModelDirectory } from '../ledger/read-models/read-model-directory.ts';
import { ProjectionStopped } from '../ledger/following/projection-feed.ts';
import { systemTimer } from '../time/timer.ts';
import { pause } from '../time/pause.ts';
import { withinMs } from '../ledger/within-ms.ts';
import type { Directory } from '../ports/directory.ts';
import { ReadModelsUnavailable } from '../ports/read-models.ts';
import type { OpenedLedger } from './opened-ledger.ts';

/** Pause before an unavailable log is asked again, milliseconds. */
const retryMs = 200;

export interface ConfiguredDirectory {
  readonly directory: Directory;
  /** Whether more than one tenant that is not closed has a wallet; also where it cannot be read, or many are closed. */
  readonly hasSeveralTenants: () => boolean;
  /** Resolves when all keys in the log are loaded, or after this time in milliseconds. */
  caughtUp(waitMsMax: number): Promise<void>;
  /** `/readyz` reports keys that are not loaded yet. Calling it makes the log be read again. */
  notReady(): readonly string[];
}

/** Keys, users and policies from the read models. Its cache is invalidated when they change. */
export function configuredDirectory({ readModels, follower, onBatch }: OpenedLedger): ConfiguredDirectory {
  const projections = { apiKeys, principals, policies, scopes, formerSecrets };
  const catchUp = (): Promise<void> => follower.caughtUp(Object.values(projections));
  const directory = createReadModelDirectory({ readModels, projections, catchUp });
  onBatch(({ projection }) => {
    if (Object.values(projections).some(({ name }) => name === projection.name)) directory.invalidate();
  });
  let isCaughtUp = false;
  const attempt = async (): Promise<void> => {
    try {
      await catchUp();
      isCaughtUp = true;
    } catch (error) {
      // Events of a later version of Waybill cannot be read; the state before them is known.
      if (error instanceof ProjectionStopped) isCaughtUp = true;
    }
  };
  return {
    directory,
    hasSeveralTenants: severalTenants({ readModels, onBatch }),
    caughtUp: async (waitMsMax) => {
      const lateAtMs = systemTimer.monotonic() + waitMsMax;
      const isThere = async (leftMs: number): Promise<boolean> => {
        await withinMs(attempt(), leftMs);
        return isCaughtUp;
      };
      for (let leftMs = waitMsMax; leftMs > 0; leftMs = lateAtMs - systemTimer.monotonic()) {
        if (await isThere(leftMs)) return;
        await pause(Math.min(retryMs, leftMs));
      }
    },
    notReady: () => {
      if (!isCaughtUp) void attempt();
      return isCaughtUp ? [] : ['keys'];
    },
  };
}

/** How many tenants are looked at to find two that are not closed. */
const tenantsLookedAtMax = 100;

/** Looks again when wallets or tenants have changed. */
function severalTenants({ readModels, onBatch }: Pick<OpenedLedger, 'readModels' | 'onBatch'>): () => boolean {
  let known: boolean | null = null;
  onBatch(({ projection: { name } }) => {
    if (name === tenantWallets.name || name === scopes.name) known = null;
  });
  const look = (): boolean => {
    let [afterKey, open] = ['', 0];
    for (let looked = 0; looked < tenantsLookedAtMax; looked++) {
      const [next] = readModels.list(tenantWallets, { afterKey, limit: 1 });
      if (next === undefined) return false;
      const [tenantId = ''] = next.key.split('/');
      if (readModels.get(scopes, scopeKey('tenant', tenantId))?.status !== 'closed') open += 1;
      if (open > 1) return true;
      // Behind all its wallets: the character that follows the slash.
      afterKey = `${tenantId}0`;
    }
    return true;
  };
  return () => {
    try {
      return (known ??= look());
    } catch (error) {
      if (error instanceof ReadModelsUnavailable) return true;
      throw error;
    }
  };
}

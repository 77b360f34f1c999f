import { apiKeys } from '../../projections/api-keys.ts';
import { formerSecrets } from '../../projections/former-secrets.ts';
import { policies } from '../../projections/policies.ts';
import { principals } from '../../projections/principals.ts';
import { scopes } from '../../projections/scopes.ts';
import { createReadModelDirectory } from '../ledger/read-models/read-model-directory.ts';
import { ProjectionStopped } from '../ledger/following/projection-feed.ts';
import { systemTimer } from '../time/timer.ts';
import { pause } from '../time/pause.ts';
import { withinMs } from '../ledger/within-ms.ts';
import type { Directory } from '../ports/directory.ts';
import type { OpenedLedger } from './opened-ledger.ts';

/** Pause before an unavailable log is asked again, milliseconds. */
const retryMs = 200;

export interface ConfiguredDirectory {
  readonly directory: Directory;
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

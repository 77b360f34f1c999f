import { apiKeys } from '../../projections/api-keys.ts';
import { formerSecrets } from '../../projections/former-secrets.ts';
import { policies } from '../../projections/policies.ts';
import { principals } from '../../projections/principals.ts';
import { scopes } from '../../projections/scopes.ts';
import { createReadModelDirectory } from '../ledger/read-models/read-model-directory.ts';
import { ProjectionStopped } from '../ledger/projection-feed.ts';
import { systemTimer } from '../ports/timer.ts';
import { pause } from '../ports/pause.ts';
import { withinMs } from '../ledger/within-ms.ts';
import type { Directory } from '../ports/directory.ts';
import type { OpenedLedger } from './opened-ledger.ts';

/** A log that is away is asked again after so long, milliseconds. */
const retryMs = 200;

export interface ConfiguredDirectory {
  readonly directory: Directory;
  /** Resolves when keys are known as the log has them, or after so many milliseconds. */
  level(waitMsMax: number): Promise<void>;
  /** What readiness is to name: keys that are not known yet. Whoever asks has the log looked at again. */
  notReady(): readonly string[];
}

/** Who may do what, from the read models. What it holds in memory goes when they change. */
export function configuredDirectory({ readModels, follower, onBatch }: OpenedLedger): ConfiguredDirectory {
  const projections = { apiKeys, principals, policies, scopes, formerSecrets };
  const catchUp = (): Promise<void> => follower.caughtUp(Object.values(projections));
  const directory = createReadModelDirectory({ readModels, projections, catchUp });
  onBatch(({ projection }) => {
    if (Object.values(projections).some(({ name }) => name === projection.name)) directory.invalidate();
  });
  let isLevel = false;
  const attempt = async (): Promise<void> => {
    try {
      await catchUp();
      isLevel = true;
    } catch (error) {
      // What a later version of Waybill wrote cannot be read: what came before it is known.
      if (error instanceof ProjectionStopped) isLevel = true;
    }
  };
  return {
    directory,
    level: async (waitMsMax) => {
      const lateAtMs = systemTimer.monotonic() + waitMsMax;
      const isThere = async (leftMs: number): Promise<boolean> => {
        await withinMs(attempt(), leftMs);
        return isLevel;
      };
      for (let leftMs = waitMsMax; leftMs > 0; leftMs = lateAtMs - systemTimer.monotonic()) {
        if (await isThere(leftMs)) return;
        await pause(Math.min(retryMs, leftMs));
      }
    },
    notReady: () => {
      if (!isLevel) void attempt();
      return isLevel ? [] : ['keys'];
    },
  };
}

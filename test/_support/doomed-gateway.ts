import { once } from 'node:events';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { spawnGateway, type GatewayProcess } from './gateway.ts';

export interface DoomedGateway extends GatewayProcess {
  /** Waits for the end of the process, which has killed itself. */
  assertKilled(): Promise<void>;
}

/** A gateway that kills itself (`kill -9`) where `CRASH_POINT` says. */
export async function spawnDoomedGateway(
  t: ExecutionContext,
  environment: Readonly<Record<string, string>> & { readonly CRASH_POINT: string },
): Promise<DoomedGateway> {
  const gateway = await spawnGateway(t, environment, join(import.meta.dirname, 'crashing-gateway.ts'));
  const dead = once(gateway.child, 'exit');
  return {
    ...gateway,
    assertKilled: async () => {
      t.deepEqual(await dead, [null, 'SIGKILL']);
    },
  };
}

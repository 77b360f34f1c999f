import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PeerVersion } from './peer-version.ts';

/** It runs for the first part of each turn and stands for the second. */
const runsMs = 10;
const standsMs = 90;

export interface SlowPeer extends AsyncDisposable {
  readonly connectionString: string;
}

/** The protocol peer as a process of its own that gets a tenth of a processor. */
export async function startSlowPeer(version: PeerVersion): Promise<SlowPeer> {
  const peer = fork(join(import.meta.dirname, '..', '..', 'bench', 'eventstoredb-peer.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PEER_VERSION: version },
  });
  const kill = (): void => void peer.kill('SIGKILL');
  process.once('exit', kill);
  const [told] = (await once(peer, 'message')) as [{ readonly connection_string: string }];
  let timer: NodeJS.Timeout;
  const turn = (isRunning: boolean): void => {
    peer.kill(isRunning ? 'SIGCONT' : 'SIGSTOP');
    timer = setTimeout(() => turn(!isRunning), isRunning ? runsMs : standsMs);
  };
  turn(true);
  return {
    connectionString: told.connection_string,
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer);
      process.off('exit', kill);
      kill();
      await once(peer, 'exit');
    },
  };
}

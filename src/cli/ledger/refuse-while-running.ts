import { commandParts } from '../../composition/command-parts.ts';
import { refused } from '../cli-error.ts';
import type { DataDirectory } from '../data-directory.ts';
import { counted } from '../output.ts';

/**
 * Raises `CliError` while gateway processes run on the data directory. `otherAdvice` follows the advice to stop them; it
 * begins with a comma.
 */
export async function refuseWhileRunning({ path }: DataDirectory, otherAdvice = ''): Promise<void> {
  const running = (await commandParts.runningInstances(path)).length;
  if (running === 0) return;
  const are = counted(running, 'gateway process runs', 'gateway processes run');
  throw refused('gateway_running', `${are} on ${path}: stop ${running === 1 ? 'it' : 'them'} first${otherAdvice}`);
}

import { loadLedgerConfig, processEnvironment } from '../config.ts';
import type { DataDirectory } from './data-directory.ts';

/** Where people open the console: as configured, else at the gateway on this machine that started last; `null`: unknown. */
export async function consoleOrigin({ path }: DataDirectory): Promise<string | null> {
  const { publicUrl } = await import('./profile-names.ts');
  const configured = publicUrl();
  if (configured !== null) return new URL(configured).origin;
  const { localhostOf, openConsoleSessions } = await import('../composition/console/open-console.ts');
  const stored = openConsoleSessions({ dataDir: path, ledger: loadLedgerConfig(processEnvironment()) });
  try {
    const origin = stored.origin();
    return origin === null ? null : localhostOf(origin);
  } finally {
    stored.close();
  }
}

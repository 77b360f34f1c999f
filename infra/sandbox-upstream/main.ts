// The sandbox as a process of its own.
import { startSandboxUpstream } from './server.ts';
import type { SandboxUpstream } from './server.ts';

/** An empty variable counts as absent. */
const textOf = (name: string): string | undefined => process.env[name] || undefined;

const numberOf = (name: string): number | undefined => {
  const text = textOf(name);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`${name} is a whole number, not "${text}".`);
};

const start = async (): Promise<SandboxUpstream> =>
  startSandboxUpstream({
    port: numberOf('SANDBOX_UPSTREAM_PORT'),
    apiKey: textOf('SANDBOX_UPSTREAM_KEY'),
    billingRecordsMax: numberOf('SANDBOX_UPSTREAM_BILLING_RECORDS_MAX'),
    billingRecordsFile: textOf('SANDBOX_UPSTREAM_BILLING_RECORDS'),
    promptCache: textOf('SANDBOX_UPSTREAM_PROMPT_CACHE') === '1',
    record: textOf('SANDBOX_UPSTREAM_RECORD') !== '0',
  });

/** Why it did not start, and what to do, in one line. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it did not start';
  const code = 'code' in error ? error.code : null;
  const port = textOf('SANDBOX_UPSTREAM_PORT') ?? '0';
  if (code === 'EADDRINUSE') {
    return `127.0.0.1:${port} is taken by another process; set SANDBOX_UPSTREAM_PORT to another port, or to 0 for any free one`;
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `127.0.0.1:${port} may not be listened on; set SANDBOX_UPSTREAM_PORT to a port above 1023, or to 0 for any free one`;
  }
  return error.message.split('\n', 1)[0] ?? error.name;
}

/** Whoever started it tells what went wrong; who started it by hand reads it. */
function giveUp(error: unknown): Promise<never> {
  const problem = problemOf(error);
  return new Promise(() => {
    if (process.send !== undefined) process.send({ problem }, () => process.exit(1));
    else process.stderr.write(`sandbox-upstream: ${problem}\n`, () => process.exit(1));
  });
}

const sandbox = await start().catch(giveUp);

async function stop(): Promise<void> {
  await sandbox.close();
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
if (process.send !== undefined) {
  // The parent is gone: so is the need for a sandbox.
  process.once('disconnect', () => void stop());
  process.send({ base_url: sandbox.baseUrl });
}
console.log(`sandbox-upstream ready ${JSON.stringify({ base_url: sandbox.baseUrl })}`);

// The sandbox as a process of its own.
import { startSandboxUpstream } from './server.ts';

/** An empty variable counts as absent. */
const textOf = (name: string): string | undefined => process.env[name] || undefined;

const numberOf = (name: string): number | undefined => {
  const text = textOf(name);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`${name} is a whole number, not "${text}".`);
};

const sandbox = await startSandboxUpstream({
  port: numberOf('SANDBOX_UPSTREAM_PORT'),
  apiKey: textOf('SANDBOX_UPSTREAM_KEY'),
  booksMax: numberOf('SANDBOX_UPSTREAM_BOOKS_MAX'),
  booksFile: textOf('SANDBOX_UPSTREAM_BOOKS'),
  record: textOf('SANDBOX_UPSTREAM_RECORD') !== '0',
});

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

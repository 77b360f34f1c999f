import { randomUUID } from 'node:crypto';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createSqliteInstanceLiveness } from '../../src/adapters/sqlite-instance-liveness.ts';
import type { InstanceLiveness } from '../../src/ports/instance-liveness.ts';
import { startChildScript, type ChildScript } from '../_support/child-script.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

const holder = join(import.meta.dirname, '_instance-holder.ts');

function claim(t: ExecutionContext, directory: string): InstanceLiveness {
  const liveness = createSqliteInstanceLiveness({ directory });
  t.teardown(() => liveness.release());
  return liveness;
}

async function startHolder(t: ExecutionContext, directory: string): Promise<ChildScript & { readonly id: string }> {
  const child = startChildScript(t, holder, [directory]);
  return { ...child, id: await child.nextLine() };
}

async function ask(child: ChildScript, line: string): Promise<string> {
  child.process.stdin?.write(`${line}\n`);
  return child.nextLine();
}

test('a process is alive to itself and to others until kill -9, and dead from then on', async (t) => {
  const directory = join(scratchFolder(t), 'instances');
  const own = claim(t, directory);
  for (let round = 0; round < 3; round += 1) {
    const other = await startHolder(t, directory);
    t.is(await own.check(other.id), 'alive');
    t.is(await ask(other, `check ${own.instanceId}`), 'alive');
    t.is(await ask(other, `check ${other.id}`), 'alive');
    await other.kill();
    t.is(await own.check(other.id), 'dead');
    t.is(await own.check(other.id), 'dead');
  }
  t.is(await own.check(own.instanceId), 'alive');
  t.true(readdirSync(directory).every((file) => file.endsWith('.lock')));
});

test('a process that gave up its claim is dead to others, though it still runs', async (t) => {
  const directory = scratchFolder(t);
  const own = claim(t, directory);
  const other = await startHolder(t, directory);
  t.is(await ask(other, 'release'), 'done');
  t.is(await own.check(other.id), 'dead');
  await own.release();
  t.is(await ask(other, `check ${own.instanceId}`), 'dead');
  t.is(await own.check(own.instanceId), 'dead');
  await t.notThrowsAsync(own.release());
});

test('two claims of one process are distinct, and a check does not end one', async (t) => {
  const directory = scratchFolder(t);
  const [first, second] = [claim(t, directory), claim(t, directory)];
  const asker = await startHolder(t, directory);
  t.is(await first.check(second.instanceId), 'alive');
  t.is(await ask(asker, `check ${second.instanceId}`), 'alive');
  await second.release();
  t.is(await first.check(second.instanceId), 'dead');
  t.is(await ask(asker, `check ${first.instanceId}`), 'alive');
});

test('an id that was never claimed is unknown, in any form', async (t) => {
  const folder = scratchFolder(t);
  const directory = join(folder, 'instances');
  const own = claim(t, directory);
  writeFileSync(join(folder, 'outside.lock'), '');
  for (const id of [randomUUID(), '', 'gateway-1', '../outside', `${own.instanceId}.lock`]) {
    t.is(await own.check(id), 'unknown', id);
  }
});

test('an unreadable claim is unknown', async (t) => {
  const directory = scratchFolder(t);
  const own = claim(t, directory);
  const id = randomUUID();
  writeFileSync(join(directory, `${id}.lock`), 'this is not the file of a claim, it is something else'.repeat(20));
  t.is(await own.check(id), 'unknown');
});

test('many checks at once of a dead process all give dead', async (t) => {
  const directory = scratchFolder(t);
  const gone = await startHolder(t, directory);
  await gone.kill();
  const askers = await Promise.all(Array.from({ length: 3 }, () => startHolder(t, directory)));
  const answers = await Promise.all(
    askers.map(async (asker) => {
      const heard: string[] = [];
      for (let n = 0; n < 100; n += 1) heard.push(await ask(asker, `check ${gone.id}`));
      return heard;
    }),
  );
  t.deepEqual([...new Set(answers.flat())], ['dead']);
});

test('the oldest claims of ended processes are removed, and those of living ones are not', async (t) => {
  const directory = scratchFolder(t);
  const living = await startHolder(t, directory);
  const old = new Date(Date.now() - 86_400_000);
  utimesSync(join(directory, `${living.id}.lock`), old, old);
  const ended = Array.from({ length: 1_005 }, () => randomUUID());
  for (const [n, id] of ended.entries()) {
    const path = join(directory, `${id}.lock`);
    writeFileSync(path, '');
    utimesSync(path, old, new Date(old.getTime() + 1_000 + n));
  }
  const own = claim(t, directory);
  t.is(await own.check(living.id), 'alive');
  t.is(await own.check(ended[0] ?? ''), 'unknown');
  t.is(await own.check(ended.at(-1) ?? ''), 'dead');
  // The newest thousand, the claim of the living process that is older than all of them, and our own.
  t.is(readdirSync(directory).length, 1_002);
});

test('claims are readable by their owner only', (t) => {
  const directory = join(scratchFolder(t), 'instances');
  const own = claim(t, directory);
  t.is(statSync(directory).mode & 0o777, 0o700);
  t.is(statSync(join(directory, `${own.instanceId}.lock`)).mode & 0o777, 0o600);
});

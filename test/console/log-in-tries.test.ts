import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { publicUrl } from './_invited.ts';

/** Ten thousand tries to log in, from one address and from as many: how many keys are looked at. */

const shared = new SharedTeardown();
const scene = await adminScene(shared, { top: { admin: { public_url: publicUrl } } });

test.after.always('close', shared.end);

const [tries, atOnce] = [10_000, 16];

interface Answers {
  readonly statuses: ReadonlyMap<number, number>;
  /** How many more were looked at for the time that it took: a try counts for a minute. */
  allowed(most: number): number;
}

async function triedFrom(addressOf: (n: number) => string): Promise<Answers> {
  const [beganMs, statuses] = [Date.now(), new Map<number, number>()];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < tries) {
        const visitor = new ConsoleVisitor(scene.adminUrl, { publicUrl, from: addressOf(next++) });
        const { status } = await visitor.logIn(`wb_${randomUUID()}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const minutes = (Date.now() - beganMs) / 60_000;
  // Those that were under way when the last one counted are looked at too.
  return { statuses, allowed: (most) => most + atOnce + Math.ceil(most * minutes) };
}

test.serial('of ten thousand tries from one address a few are looked at, and all are answered', async (t) => {
  const { statuses, allowed } = await triedFrom(() => '198.51.100.7');
  const looked = statuses.get(401) ?? 0;
  t.true(looked >= 10 && looked <= allowed(10), `${looked} of at most ${allowed(10)}`);
  t.is(looked + (statuses.get(429) ?? 0), tries);
});

test.serial('and from ten thousand addresses behind one proxy, what the proxy as a whole may fail', async (t) => {
  const { statuses, allowed } = await triedFrom(
    (n) => `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  );
  const looked = statuses.get(401) ?? 0;
  t.true(looked >= 600 - 10 && looked <= allowed(600), `${looked} of at most ${allowed(600)}`);
  t.is(looked + (statuses.get(429) ?? 0), tries);
  // Somebody else, who calls the gateway itself, is let in.
  const own = await new ConsoleVisitor(scene.adminUrl).get('/console/log-in');
  t.is(own.status, 200);
});

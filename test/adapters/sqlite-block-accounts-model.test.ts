import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import * as fc from 'fast-check';
import { openSqliteBlockAccounts } from '../../src/adapters/sqlite-block-accounts.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';
import { digestOf } from './block-accounts.contract.ts';

const texts = fc.integer({ min: 0, max: 7 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('made' as const),
    texts: fc.array(texts),
    account: fc.constantFrom('one', 'two', 'ä'),
  }),
  fc.record({ kind: fc.constant('asked' as const), text: texts }),
  fc.record({ kind: fc.constant('waited' as const), milliseconds: fc.integer({ min: 0, max: 300 }) }),
  fc.record({ kind: fc.constant('slept' as const), days: fc.integer({ min: 0, max: 29 }) }),
  fc.record({ kind: fc.constant('opened' as const) }),
);

test('accounts answer as a map that forgets nothing, after any calls, waits and restarts', async (t) => {
  const folder = scratchFolder(t);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const model = new Map<number, string>();
    const timer = new SimulatedTimer();
    let day = 20_000;
    const options = {
      path: join(folder, `${randomUUID()}.db`),
      clock: { now: () => day * 86_400_000, isSettled: true },
      timer,
      telemetry: { warn: (what: string) => t.fail(what) },
      rememberedMax: 3,
      daysMax: Number.MAX_SAFE_INTEGER / 2,
    };
    let accounts = openSqliteBlockAccounts(options);
    try {
      for (const taken of steps) {
        if (taken.kind === 'made') {
          accounts.made(taken.texts.map(digestOf), taken.account);
          for (const text of taken.texts) model.set(text, taken.account);
        }
        if (taken.kind === 'asked' && accounts.madeBy(digestOf(taken.text)) !== (model.get(taken.text) ?? null)) {
          return false;
        }
        if (taken.kind === 'waited') await timer.pass(taken.milliseconds);
        if (taken.kind === 'slept') day += taken.days;
        if (taken.kind === 'opened') {
          accounts[Symbol.dispose]();
          accounts = openSqliteBlockAccounts(options);
        }
      }
      return [0, 1, 2, 3, 4, 5, 6, 7].every((text) => accounts.madeBy(digestOf(text)) === (model.get(text) ?? null));
    } finally {
      accounts[Symbol.dispose]();
    }
  });
  await fc.assert(property, { numRuns: propertyRuns(40) });
  t.pass();
});

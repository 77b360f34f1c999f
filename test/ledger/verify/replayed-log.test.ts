import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import type { EventLog, Position } from '../../../src/ports/event-log.ts';
import { recordUnknown } from '../../_support/recorded-log.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

test('no read is under way any more when a difference is told, so that its log may be closed', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  await recordUnknown(log, walletStream(walletId));
  const comparePositions = (a: Position, b: Position): number => log.comparePositions(a, b);
  const readModels = createMemoryReadModels({ comparePositions });
  let underWay = 0;
  const readAll: EventLog['readAll'] = async (options) => {
    underWay += 1;
    const page = await log.readAll(options);
    // Longer than the page before it is looked through.
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    underWay -= 1;
    return page;
  };
  const verdict = await verifyLedger({ log: { comparePositions, readAll }, readModels, projections: [], now: 0 });
  t.like(verdict, { ok: false, difference: { kind: 'event_type' } });
  t.is(underWay, 0);
});

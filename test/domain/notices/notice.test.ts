import { strict as assert } from 'node:assert';
import test from 'ava';
import * as fc from 'fast-check';
import { changesPerHourMax, notice, type Notice, type NoticeCommand } from '../../../src/domain/notices/notice.ts';
import type { NoticeEvent } from '../../../src/domain/notices/notice-events.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { id, keyA } from '../../_support/wallet-vocabulary.ts';

/** What is noticed is recorded once; a target that flaps is recorded a few times an hour. */

const { given } = specificationOf(notice);

const expiry: NoticeEvent = {
  type: 'KeyExpiryNoticed',
  data: { notice_id: id('9', 1), key_id: keyA, expires_at: '2026-11-08T00:00:00.000Z' },
};
const noon = Date.parse('2026-11-02T12:00:00.000Z');
const minute = 60_000;
const names = { target: 'small', upstream: 'sandbox' };

const see = (isOut: boolean, minutes = 0): NoticeCommand => ({
  type: 'notice_target',
  noticeId: id('9', 2),
  seen: { ...names, isOut },
  now: noon + minutes * minute,
});
const seen = (isOut: boolean, minutes = 0): NoticeEvent => ({
  type: isOut ? 'TargetOutNoticed' : 'TargetBackNoticed',
  data: { notice_id: id('9', 2), ...names, at: new Date(noon + minutes * minute).toISOString() },
});

test('a fact is recorded once', (t) => {
  given([]).when({ type: 'notice_once', event: expiry }).thenExpect(t, [expiry]);
  given([expiry]).when({ type: 'notice_once', event: expiry }).thenExpect(t, []);
});

test('a target is recorded when it goes out and when it is back, by whichever gateway is first', (t) => {
  given([]).when(see(false)).thenExpect(t, []);
  given([])
    .when(see(true))
    .thenExpect(t, [seen(true)]);
  given([seen(true)])
    .when(see(true, 1))
    .thenExpect(t, []);
  given([seen(true)])
    .when(see(false, 1))
    .thenExpect(t, [seen(false, 1)]);
  given([seen(true), seen(false, 1)])
    .when(see(false, 2))
    .thenExpect(t, []);
});

test('of a target that flaps, further changes wait until the hour is over', (t) => {
  const flapped = [seen(true), seen(false, 1), seen(true, 2), seen(false, 3)];
  given(flapped).when(see(true, 59.9)).thenExpect(t, 'target_changes_too_often');
  given(flapped)
    .when(see(true, 60))
    .thenExpect(t, [seen(true, 60)]);
  given(flapped)
    .when(see(true, -61))
    .thenExpect(t, [seen(true, -61)]);
});

test('however gateways see a target change, no more than four changes of it are recorded within an hour', (t) => {
  const looks = fc.array(fc.record({ isOut: fc.boolean(), afterMs: fc.nat({ max: 25 * minute }) }), { maxLength: 60 });
  fc.assert(
    fc.property(looks, (steps) => {
      let state: Notice | null = notice.initialState;
      let now = noon;
      const times: number[] = [];
      let last = false;
      for (const { isOut, afterMs } of steps) {
        now += afterMs;
        const decision = notice.decide({ ...see(isOut), now } as NoticeCommand, state);
        if (!decision.accepted) continue;
        for (const event of decision.events) {
          assert.notEqual(event.type === 'TargetOutNoticed', last, 'out and back take turns');
          last = isOut;
          times.push(now);
          state = notice.evolve(state, event);
        }
        assert.equal(last, isOut);
      }
      for (const [nth, at] of times.entries()) {
        const fifth = times[nth + changesPerHourMax];
        if (fifth !== undefined) assert.ok(fifth - at >= 60 * minute);
      }
    }),
    { numRuns: propertyRuns(500) },
  );
  t.pass();
});

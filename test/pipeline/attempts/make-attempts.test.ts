import test from 'ava';
import { makeAttempts } from '../../../src/pipeline/attempts/make-attempts.ts';
import { UnopenedAnswer } from '../../../src/pipeline/delivery/unopened-answer.ts';
import type { Answered, Noted, Routed } from '../../../src/pipeline/records.ts';
import { systemTimer } from '../../../src/time/timer.ts';

const never = (): never => {
  throw new Error('not asked here');
};

/** A request whose second attempt is under way: the first may have been executed. */
function secondAttempt(more: object = {}) {
  const cuts: string[] = [];
  const routed = {
    reservationId: 'r',
    attempt: 2,
    client: { isGone: false, announce: () => undefined },
    exchange: {
      isCut: false,
      signal: new AbortController().signal,
      attemptBegan: () => undefined,
      cut: (by: string) => void cuts.push(by),
      cutBy: () => 'upstream',
    },
    turn: { end: () => undefined, next: () => Promise.resolve(false), firstByte: () => undefined },
    route: { hasBillingRecords: true },
    ...more,
  };
  // What the attempts look at.
  return { routed: routed as unknown as Routed, cuts };
}

const deps = {
  wallets: { execute: never },
  clock: { now: never, isSettled: true },
  timer: systemTimer,
  createId: never,
  instanceId: 'i',
  reservationTtlMs: 1,
  reserveWaitMs: 1,
};

async function* empty(): AsyncGenerator<Buffer> {
  // A body without bytes.
}

const failed = { class: 'server_error', ran: 'unknown' } as never;

test('a defect is the outcome of the attempt in which it happened, not of the first', async (t) => {
  const { routed, cuts } = secondAttempt();
  const answered = (): Promise<Answered> => Promise.reject(new Error('a defect'));
  const steps = {
    ask: async (asked: Routed) =>
      ({ ...asked, answer: { status: 200, headers: {}, body: empty() } }) as unknown as Noted,
    deliver: () => Promise.reject(new UnopenedAnswer(failed, answered)),
  };
  const ended = await makeAttempts(routed, steps, deps);
  t.like(ended, { attempt: 2, outcome: { kind: 'flag', reason: 'gateway_fault' } });
  t.deepEqual(cuts, ['gateway']);
});

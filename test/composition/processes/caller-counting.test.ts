import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { CallerCounting } from '../../../src/limits/caller-counting.ts';
import { CallerCounts } from '../../../src/limits/caller-counts.ts';
import type { Limited } from '../../../src/limits/caller-limits.ts';
import type { CountingMessage, CountingReply } from '../../../src/composition/processes/counting-messages.ts';
import { CountingService } from '../../../src/composition/processes/counting-service.ts';
import { OwnCounting } from '../../../src/limits/own-counting.ts';
import { Semaphore } from '../../../src/limits/semaphore.ts';
import { SharedCounting } from '../../../src/composition/processes/shared-counting.ts';
import { limited } from '../../_support/limited-caller.ts';

const sharer = { tenantId: 'tenant', keyId: 'key' };

class Time {
  now = 0;
}

interface Scene {
  readonly time: Time;
  /** Two users of the same counts. */
  readonly [0]: CallerCounting;
  readonly [1]: CallerCounting;
}

interface Permits {
  readonly permits?: number;
  readonly waitMs?: number;
}

function own({ permits = 100, waitMs = 0 }: Permits, time: Time): OwnCounting {
  const after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  };
  const semaphore = new Semaphore({ permits, waitingMax: 10, patience: { waitMs, after } });
  return new OwnCounting(semaphore, new CallerCounts({ now: () => time.now }));
}

/** Messages as another process gets them. */
function asSent<Message>(message: Message): Message {
  return JSON.parse(JSON.stringify(message)) as Message;
}

/** A process that shares the counts of another one. */
function joined(counting: OwnCounting): { readonly shared: SharedCounting; readonly service: CountingService } {
  const shared = new SharedCounting((messages: readonly CountingMessage[]) => service.take(asSent(messages)));
  const service = new CountingService(counting, (replies: readonly CountingReply[]) =>
    setImmediate(() => shared.answered(asSent(replies))),
  );
  return { shared, service };
}

const scenes: Readonly<Record<string, (permits: Permits) => Scene>> = {
  'one process': (permits) => {
    const time = new Time();
    const counting = own(permits, time);
    return { time, 0: counting, 1: counting };
  },
  'two processes': (permits) => {
    const time = new Time();
    const counting = own(permits, time);
    return { time, 0: joined(counting).shared, 1: joined(counting).shared };
  },
};

/** What was told has reached the other process, and its answer has come back. No time: it passes for a stopped process too. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await nextTurn();
}

for (const [where, begin] of Object.entries(scenes)) {
  const each = (
    title: string,
    run: (t: ExecutionContext, start: (permits?: Permits) => Scene) => Promise<void>,
  ): void => test(`${where}: ${title}`, (t) => run(t, (permits = {}) => begin(permits)));

  each('a rate is counted once, whoever asks', async (t, start) => {
    const scene = start();
    const key = [limited('key', { requestsPerMinute: 3 })];
    for (const [nth, left] of [2, 1, 0].entries()) {
      const taken = await scene[nth % 2 === 0 ? 0 : 1].takeRequest(key);
      t.like(taken, { exceeded: null, left: { requests: { limit: 3, remaining: left }, tokens: null } });
    }
    for (const by of [scene[0], scene[1]]) {
      t.like(await by.takeRequest(key), { exceeded: { by: { what: 'key' }, max: 3, waitMs: 20_000 } });
      t.like(await by.admit({ limited: key, sharer }), { exceeded: { max: 3 } });
    }
    scene.time.now = 20_000;
    t.like(await scene[1].takeRequest(key), { exceeded: null });
  });

  each('tokens are taken as estimated, and corrected once they are counted, to more or to less', async (t, start) => {
    const [person, scene] = [[limited('person', { tokensPerMinute: 1_000 })], start()];
    const remaining = async (): Promise<number | undefined> => {
      await turn();
      return (await scene[1].left(person)).tokens?.remaining;
    };
    const taken = await scene[0].takeTokens(person, 900);
    if (!('tokens' in taken)) return t.fail();
    t.like(await scene[1].takeTokens(person, 200), { exceeded: { by: { what: 'person' }, max: 1_000 } });
    t.is(await remaining(), 100);
    taken.tokens.counted(100);
    t.is(await remaining(), 900);
    taken.tokens.counted(1_500);
    t.is(await remaining(), 0);
    taken.tokens.counted(0);
    t.is(await remaining(), 1_000);
  });

  each('more tokens than a whole minute has wait for a whole minute, and not for ever', async (t, start) => {
    const [tenant, scene] = [[limited('tenant', { tokensPerMinute: 1_000 })], start()];
    t.true('tokens' in (await scene[0].takeTokens(tenant, 5_000)));
    t.like(await scene[1].takeTokens(tenant, 1), { exceeded: { max: 1_000 } });
    scene.time.now = 300_000;
    t.true('tokens' in (await scene[1].takeTokens(tenant, 5_000)));
  });

  each('uploads have a rate of their own', async (t, start) => {
    const [key, scene] = [[limited('key', { uploadsPerMinute: 1, requestsPerMinute: 100 })], start()];
    t.is(await scene[0].takeUpload(key), null);
    t.like(await scene[1].takeUpload(key), { by: { what: 'key' }, max: 1 });
    t.like(await scene[1].takeRequest(key), { exceeded: null });
  });

  each('requests at once are counted once for people and groups, and end once', async (t, start) => {
    const scene = start();
    const asked = (...people: readonly Limited[]) => ({
      limited: [limited('key'), ...people, limited('tenant')],
      sharer,
    });
    const [person, group] = [limited('person', { requestsAtOnce: 2 }), limited('group', { requestsAtOnce: 1 })];
    const first = await scene[0].admit(asked(person, group));
    if (!('permit' in first)) return t.fail();
    t.like(await scene[1].admit(asked(person, group)), { full: { what: 'group' } });
    t.true('permit' in (await scene[1].admit(asked(person))), 'whom the group refused does not count for the person');
    t.like(await scene[0].admit(asked(person)), { full: { what: 'person' } });
    first.permit.release();
    first.permit.release();
    await turn();
    t.true('permit' in (await scene[1].admit(asked(person))));
    t.like(await scene[0].admit(asked(person)), { full: { what: 'person' } }, 'a request ends once');
  });

  each('a request waits for the permit of another, and gets it', async (t, start) => {
    const scene = start({ permits: 1, waitMs: 60_000 });
    const asked = { limited: [limited('key'), limited('tenant')], sharer };
    const first = await scene[0].admit(asked);
    const second = Promise.resolve(scene[1].admit(asked));
    await turn();
    t.is(scene[1].waiting, 1);
    if ('permit' in first) first.permit.release();
    t.true('permit' in (await second));
    t.is(scene[1].waiting, 0);
  });

  each('a limit of its own is refused at once, and names whose it is', async (t, start) => {
    const scene = start({ waitMs: 60_000 });
    const asked = { limited: [limited('key'), limited('tenant')], sharer: { ...sharer, keyMax: 1, tenantMax: 5 } };
    t.true('permit' in (await scene[0].admit(asked)));
    t.like(await scene[1].admit(asked), { refusal: 'key_limit' });
    t.like(await scene[0].admit({ ...asked, sharer: { ...asked.sharer, keyId: 'other', tenantMax: 1 } }), {
      refusal: 'tenant_limit',
    });
  });

  each('whoever hangs up, before it asks or while it waits, leaves the queue', async (t, start) => {
    const scene = start({ permits: 1, waitMs: 60_000 });
    const asked = { limited: [limited('key'), limited('tenant')], sharer };
    const first = await scene[0].admit(asked);
    const caller = new AbortController();
    const second = Promise.resolve(scene[1].admit(asked, { signal: caller.signal }));
    await turn();
    caller.abort();
    t.like(await second, { refusal: 'gone' });
    t.like(await scene[0].admit(asked, { signal: caller.signal }), { refusal: 'gone' });
    if ('permit' in first) first.permit.release();
    await turn();
    t.true('permit' in (await scene[1].admit(asked)));
  });
}

test('what an ended process held and waited for is free for the others', async (t) => {
  const counting = own({ permits: 2, waitMs: 60_000 }, new Time());
  const [one, other] = [joined(counting), joined(counting)];
  const person = limited('person', { requestsAtOnce: 2 });
  const asked = { limited: [limited('key'), person, limited('tenant')], sharer };
  for (const process of [one, other]) t.true('permit' in (await process.shared.admit(asked)));
  const free = { limited: [limited('key'), limited('tenant')], sharer };
  const waiting = Promise.resolve(one.shared.admit(free));
  await turn();
  t.is(counting.waiting, 1);
  one.service.end();
  await turn();
  t.is(counting.waiting, 0);
  t.true('permit' in (await other.shared.admit(asked)), 'the person has one request, and a permit is free');
  one.shared.gone();
  t.like(await waiting, { refusal: 'full' });
});

test('without the process that counts no request gets a permit, and none that runs is kept from ending', async (t) => {
  const { shared } = joined(own({}, new Time()));
  const asked = { limited: [limited('key'), limited('tenant')], sharer };
  const running = await shared.admit(asked);
  shared.gone();
  t.like(await shared.admit(asked), { refusal: 'full' });
  const taken = await shared.takeTokens(asked.limited, 5);
  if ('tokens' in taken) taken.tokens.counted(7);
  if ('permit' in running) running.permit.release();
  t.is(await shared.takeUpload(asked.limited), null);
  t.is(shared.waiting, 0);
});

import type { EventLog } from '../../src/ports/event-log.ts';
import type { Upstream } from '../../src/ports/upstream.ts';
import { logWith } from './recorded-log.ts';
import { until } from './until.ts';

/** One piece of work of a gateway is held back, as by a slow disk or upstream, so that something else comes first. */
class Gate<Work> {
  #isNext: ((work: Work) => boolean) | null = null;
  #release: (() => void) | null = null;

  async pass(work: Work): Promise<void> {
    if (this.#isNext?.(work) !== true) return;
    this.#isNext = null;
    await new Promise<void>((resolve) => {
      this.#release = resolve;
    });
  }

  async next(what: string, isNext: (work: Work) => boolean): Promise<() => void> {
    [this.#isNext, this.#release] = [isNext, null];
    return await until(`${what} is held back`, () => this.#release);
  }
}

export type AppendGate = ReturnType<typeof appendGate>;

/** Holds back an append. `next` resolves with the release, once the next append of such an event is there. */
export function appendGate() {
  const gate = new Gate<readonly string[]>();
  return {
    wrapLog: (log: EventLog): EventLog =>
      logWith(log, {
        append: async (stream, expected, events) => {
          await gate.pass(events.map(({ type }) => type));
          return await log.append(stream, expected, events);
        },
      }),
    next: (type: string) => gate.next(type, (types) => types.includes(type)),
  };
}

/** Holds back what asks an upstream to delete. */
export function removalGate() {
  const gate = new Gate<string | undefined>();
  return {
    wrapUpstream: (upstream: Upstream): Upstream => ({
      send: async (request) => {
        await gate.pass(request.method);
        return await upstream.send(request);
      },
    }),
    next: () => gate.next('a removal', (method) => method === 'DELETE'),
  };
}

// What of the product runs for one request: functions that V8 counted in this thread, which is the thread of requests.
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = `${import.meta.dirname}/../..`;

/** Functions of the product, each as `file name offset`. Those without a name are not counted. */
export type Ran = ReadonlySet<string>;

/** Counts which functions run. At most one at a time in a process. */
export class RequestPath implements AsyncDisposable {
  readonly #session = new Session();

  private constructor() {
    this.#session.connect();
  }

  static async begin(): Promise<RequestPath> {
    const path = new RequestPath();
    await path.#session.post('Profiler.enable');
    await path.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return path;
  }

  /**
   * What runs each time for `work`, and never while nothing is asked. What follows an answer, such as projections, is
   * waited for. Each time the same was asked shortly before: the first request after a pause also looks for news of keys,
   * and on a busy machine each would be the first.
   */
  async of(work: () => Promise<unknown>, times = 5): Promise<Ran> {
    const [idle, seen]: [Set<string>, Set<string>[]] = [new Set(), []];
    // What follows the request before is over then.
    await this.#ranDuring(() => Promise.resolve());
    for (let nth = 0; nth < times; nth += 1) {
      for (const each of await this.#ranDuring(() => Promise.resolve())) idle.add(each);
      await work();
      // Each time later within a second: what runs once a second by itself would run each time after as long.
      await pause(100 + nth * 170);
      seen.push(await this.#ranDuring(work));
    }
    return seen.reduce((all, next) => all.intersection(next)).difference(idle);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  async #ranDuring(work: () => Promise<unknown>): Promise<Set<string>> {
    await this.#session.post('Profiler.takePreciseCoverage');
    await work();
    await pause(300);
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const ran = new Set<string>();
    for (const { url, functions } of result) {
      const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
      if (!/^(src|projections)\//.test(file)) continue;
      for (const { functionName, ranges } of functions) {
        const [range] = ranges;
        if (functionName !== '' && range !== undefined && range.count > 0)
          ran.add(`${file} ${functionName} ${range.startOffset}`);
      }
    }
    return ran;
  }
}

/** How many files and functions. */
export function sizeOf(ran: Ran): { readonly files: number; readonly functions: number } {
  return { files: new Set([...ran].map((each) => each.split(' ')[0])).size, functions: ran.size };
}

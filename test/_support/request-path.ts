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
   * What runs each time for `work`. What follows an answer, such as projections, is waited for. Each time the same was
   * asked just before: the first request after a pause also looks for news of keys. What also runs in every pause is not
   * counted; what runs in some is of the request if it runs in each. On a busy machine each would be the first, so it is
   * asked until six times in a row have shown nothing less.
   */
  async of(work: () => Promise<unknown>): Promise<Ran> {
    // What follows the request before is over then.
    let idle = await this.#ranDuring(() => Promise.resolve());
    let ran: Set<string> | null = null;
    for (let [nth, unchanged] = [0, 0]; unchanged < 6 && nth < 24; nth += 1) {
      // Each time later within a second: what runs once a second by itself would run each time after as long.
      await pause((nth % 5) * 170);
      idle = idle.intersection(await this.#ranDuring(() => Promise.resolve()));
      await work();
      const seen = await this.#ranDuring(work);
      const both: Set<string> = ran?.intersection(seen) ?? seen;
      unchanged = both.size === ran?.size ? unchanged + 1 : 0;
      ran = both;
    }
    return (ran ?? new Set<string>()).difference(idle);
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

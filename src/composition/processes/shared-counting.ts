import type {
  Admittance,
  AskedPermit,
  CallerCounting,
  CountedRequest,
  Left,
  TokensTaken,
} from '../../limits/caller-counting.ts';
import { TakenTokens, type Exceeded } from '../../limits/caller-counts.ts';
import type { Limited } from '../../limits/caller-limits.ts';
import type { CountingAnswers, CountingMessage, CountingQuestion, CountingReply } from './counting-messages.ts';
import { RequestPermit } from '../../limits/request-permit.ts';
import type { Waiter } from '../../limits/semaphore.ts';

const unknownLeft: Left = { requests: null, tokens: null };

type Question = CountingQuestion extends infer Each
  ? Each extends CountingQuestion
    ? Omit<Each, 'id'>
    : never
  : never;
type Answer = CountingReply['answer'];

/**
 * The counts of all processes that share them, which one other process keeps. What is asked in one turn of the event
 * loop is sent together. Once that process is gone, no request gets a permit.
 */
export class SharedCounting implements CallerCounting {
  readonly #send: (messages: readonly CountingMessage[]) => void;
  readonly #asked = new Map<number, (answer: Answer | null) => void>();
  #messages: CountingMessage[] = [];
  #lastId = 0;
  #waiting = 0;
  #isGone = false;

  constructor(send: (messages: readonly CountingMessage[]) => void) {
    this.#send = send;
  }

  get waiting(): number {
    return this.#waiting;
  }

  async admit({ limited, sharer }: AskedPermit, waiter?: Waiter): Promise<Admittance> {
    const { id, answered } = this.#ask<'admit'>({ act: 'admit', limited, sharer });
    const gone = (): void => this.#tell({ act: 'gone', id });
    if (waiter?.signal?.aborted === true) gone();
    else waiter?.signal?.addEventListener('abort', gone);
    this.#waiting += 1;
    const admittance = await answered;
    this.#waiting -= 1;
    waiter?.signal?.removeEventListener('abort', gone);
    if (admittance === null) return { left: unknownLeft, refusal: 'full' };
    if (!('permit' in admittance)) return admittance;
    const permit = new RequestPermit({ release: () => this.#tell({ act: 'release', id }) });
    return { left: admittance.left, permit };
  }

  async takeRequest(limited: readonly Limited[]): Promise<CountedRequest> {
    return (await this.#ask<'request'>({ act: 'request', limited }).answered) ?? { left: unknownLeft, exceeded: null };
  }

  async takeTokens(limited: readonly Limited[], tokens: number): Promise<TokensTaken> {
    const taken = await this.#ask<'tokens'>({ act: 'tokens', limited, tokens }).answered;
    if (taken !== null && 'exceeded' in taken) return taken;
    const correct = (more: number): void => this.#tell({ act: 'correct', limited, tokens: more });
    return { left: taken?.left ?? unknownLeft, tokens: new TakenTokens(tokens, correct) };
  }

  async takeUpload(limited: readonly Limited[]): Promise<Exceeded | null> {
    return await this.#ask<'upload'>({ act: 'upload', limited }).answered;
  }

  async left(limited: readonly Limited[]): Promise<Left> {
    return (await this.#ask<'left'>({ act: 'left', limited }).answered) ?? unknownLeft;
  }

  /** Takes answers of the process that counts. */
  answered(replies: readonly CountingReply[]): void {
    for (const { id, answer } of replies) {
      this.#asked.get(id)?.(answer);
      this.#asked.delete(id);
    }
  }

  /** Nobody counts any more. */
  gone(): void {
    this.#isGone = true;
    for (const resolve of this.#asked.values()) resolve(null);
    this.#asked.clear();
  }

  #ask<Act extends keyof CountingAnswers>(question: Question & { readonly act: Act }) {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    if (this.#isGone) resolve(null);
    else this.#asked.set(id, resolve);
    this.#tell({ ...question, id });
    // `as`: the answer is of the kind of the question.
    return { id, answered: promise as Promise<CountingAnswers[Act] | null> };
  }

  #tell(message: CountingMessage): void {
    if (this.#isGone) return;
    this.#messages.push(message);
    if (this.#messages.length > 1) return;
    setImmediate(() => {
      const messages = this.#messages;
      this.#messages = [];
      this.#send(messages);
    });
  }
}

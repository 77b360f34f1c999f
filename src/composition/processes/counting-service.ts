import type { Admittance, Soon } from '../../limits/caller-counting.ts';
import type { CountingAnswers, CountingMessage, CountingQuestion, CountingReply } from './counting-messages.ts';
import type { OwnCounting } from '../../limits/own-counting.ts';
import type { RequestPermit } from '../../limits/request-permit.ts';

type Admission = Extract<CountingQuestion, { readonly act: 'admit' }>;

/**
 * Counts for another process, and knows what it holds: when the process ends, however it does, its permits are free
 * again.
 */
export class CountingService {
  readonly #counting: OwnCounting;
  readonly #send: (replies: readonly CountingReply[]) => void;
  readonly #permits = new Map<number, RequestPermit>();
  readonly #waiting = new Map<number, AbortController>();
  #isEnded = false;

  constructor(counting: OwnCounting, send: (replies: readonly CountingReply[]) => void) {
    this.#counting = counting;
    this.#send = send;
  }

  /** Takes what the process asked and told in one turn; answers all that is known at once together. */
  take(messages: readonly CountingMessage[]): void {
    const known: CountingReply[] = [];
    for (const message of messages) {
      if (message.act === 'release') this.#release(message.id);
      else if (message.act === 'gone') this.#waiting.get(message.id)?.abort();
      else if (message.act === 'correct') this.#counting.correct(message.limited, message.tokens);
      else this.#answer(message, known);
    }
    if (known.length > 0) this.#send(known);
  }

  end(): void {
    this.#isEnded = true;
    for (const waiting of this.#waiting.values()) waiting.abort();
    for (const id of this.#permits.keys()) this.#release(id);
  }

  #answer(question: CountingQuestion, known: CountingReply[]): void {
    const { id } = question;
    const answer = this.#answerOf(question);
    if (answer instanceof Promise) void answer.then((later) => this.#isEnded || this.#send([{ id, answer: later }]));
    else known.push({ id, answer });
  }

  #answerOf(question: CountingQuestion): Soon<CountingReply['answer']> {
    const { limited } = question;
    if (question.act === 'admit') return this.#admit(question);
    if (question.act === 'request') return this.#counting.takeRequest(limited);
    if (question.act === 'upload') return this.#counting.takeUpload(limited);
    if (question.act === 'left') return this.#counting.left(limited);
    const taken = this.#counting.takeTokens(limited, question.tokens);
    return 'exceeded' in taken ? taken : { left: taken.left, tokens: true };
  }

  #admit({ id, limited, sharer }: Admission): Soon<CountingAnswers['admit']> {
    const waiting = new AbortController();
    const answer = (admittance: Admittance): CountingAnswers['admit'] => {
      this.#waiting.delete(id);
      if (!('permit' in admittance)) return admittance;
      this.#permits.set(id, admittance.permit);
      if (this.#isEnded) this.#release(id);
      return { left: admittance.left, permit: true };
    };
    const admittance = this.#counting.admit({ limited, sharer }, { signal: waiting.signal });
    if (!(admittance instanceof Promise)) return answer(admittance);
    this.#waiting.set(id, waiting);
    return admittance.then(answer);
  }

  #release(id: number): void {
    this.#permits.get(id)?.release();
    this.#permits.delete(id);
  }
}

import { context, createContextKey, type Attributes, type Context, type Span } from '@opentelemetry/api';

/** A finished request at an upstream whose charge is not known yet. */
interface EndedAttempt {
  readonly span: Span;
  /** Attributes of its metrics. */
  readonly measured: Attributes;
}

const key = createContextKey('the spans of the request under way');

/** The spans of one request: its own, and that of the upstream that answered last, until its charge is known. */
export class RunningSpans {
  readonly own: Span;
  readonly #unread = new Set<() => void>();
  #unsettled: { readonly attempt: EndedAttempt; readonly endedAtMs: number } | null = null;

  constructor(own: Span) {
    this.own = own;
  }

  /** The spans of the current request. */
  static active(): RunningSpans | null {
    const found = context.active().getValue(key);
    return found instanceof RunningSpans ? found : null;
  }

  /** A context of this request. */
  within(outer: Context): Context {
    return outer.setValue(key, this);
  }

  /** Notes an answer that has not ended; `end` is called if it is never read. Returns a function that removes it. */
  attemptAnswered(end: () => void): () => void {
    this.#unread.add(end);
    return () => this.#unread.delete(end);
  }

  attemptEnded(attempt: EndedAttempt): void {
    this.settled(null);
    this.#unsettled = { attempt, endedAtMs: performance.now() };
  }

  /** Passes the last answering attempt to `report`, which adds its charge. */
  settled(report: ((attempt: EndedAttempt) => void) | null): void {
    if (this.#unsettled === null) return;
    const { attempt, endedAtMs } = this.#unsettled;
    this.#unsettled = null;
    report?.(attempt);
    attempt.span.end(endedAtMs);
  }

  /** Ends all spans of the request. */
  end(): void {
    for (const end of this.#unread) end();
    this.settled(null);
    this.own.end();
  }
}

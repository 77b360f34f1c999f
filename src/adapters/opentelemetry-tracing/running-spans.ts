import { context, createContextKey, type Attributes, type Context, type Span } from '@opentelemetry/api';

/** A request at an upstream that is over, and of which it is not told yet what was charged. */
interface EndedAttempt {
  readonly span: Span;
  /** What its measurements are told apart by. */
  readonly measured: Attributes;
}

const key = createContextKey('the spans of the request under way');

/** The spans of one request: its own, and that of the upstream which answered last, until it is known what that charged. */
export class RunningSpans {
  readonly own: Span;
  readonly #unread = new Set<() => void>();
  #unsettled: { readonly attempt: EndedAttempt; readonly endedAtMs: number } | null = null;

  constructor(own: Span) {
    this.own = own;
  }

  /** Those of the request that the running code belongs to. */
  static active(): RunningSpans | null {
    const found = context.active().getValue(key);
    return found instanceof RunningSpans ? found : null;
  }

  /** A context that belongs to this request. */
  within(outer: Context): Context {
    return outer.setValue(key, this);
  }

  /** An answer whose end is still to come: `end` is called should nobody read it. Returns the way to forget it. */
  attemptAnswered(end: () => void): () => void {
    this.#unread.add(end);
    return () => this.#unread.delete(end);
  }

  attemptEnded(attempt: EndedAttempt): void {
    this.settled(null);
    this.#unsettled = { attempt, endedAtMs: performance.now() };
  }

  /** What was charged is told to `tell`, of the attempt that answered last. */
  settled(tell: ((attempt: EndedAttempt) => void) | null): void {
    if (this.#unsettled === null) return;
    const { attempt, endedAtMs } = this.#unsettled;
    this.#unsettled = null;
    tell?.(attempt);
    attempt.span.end(endedAtMs);
  }

  /** Nothing more is told of it. */
  end(): void {
    for (const end of this.#unread) end();
    this.settled(null);
    this.own.end();
  }
}

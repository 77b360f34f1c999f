/** Notifications about a body being read. */
interface Watch {
  readonly onFirst: () => void;
  /** Called once: the body is complete, was abandoned, or broke off with `failure`. */
  readonly onEnd: (failure?: unknown) => void;
}

/** Wraps a body to report its first piece and its end. Its content is not inspected. */
export class WatchedBody implements AsyncIterable<Buffer> {
  readonly #body: AsyncIterable<Buffer>;
  readonly #watch: Watch;

  constructor(body: AsyncIterable<Buffer>, watch: Watch) {
    this.#body = body;
    this.#watch = watch;
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    const pieces = this.#body[Symbol.asyncIterator]();
    const { onFirst, onEnd } = this.#watch;
    let isFirst = true;
    const noted = (next: IteratorResult<Buffer>): IteratorResult<Buffer> => {
      if (next.done === true) onEnd();
      else if (isFirst) onFirst();
      isFirst = false;
      return next;
    };
    return {
      next: async () => {
        try {
          return noted(await pieces.next());
        } catch (error) {
          onEnd(error);
          throw error;
        }
      },
      return: async () => {
        onEnd();
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  }
}

/** Who is told of a body that is read. */
interface Watch {
  readonly onFirst: () => void;
  /** Once: complete, given up, or broken off by `failure`. */
  readonly onEnd: (failure?: unknown) => void;
}

/** A body as it comes, read by somebody else: its first piece and its end are noted, and nothing of it is looked at. */
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

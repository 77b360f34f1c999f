import type { PipelineDeps } from './pipeline-deps.ts';

/** Takes the record that the previous stage returned. Returns a promise only when it has to wait. */
type Stage<Before, After> = (record: Before, deps: PipelineDeps) => After | Promise<After>;

/** Runs stages one after the other, each with the record of the one before. */
export function inTurn<First, Next>(first: Stage<First, Next>): Stages<First, Next> {
  return new Stages([first]);
}

/** Runs synchronously until a stage returns a promise: in most requests most stages have nothing to wait for. */
class Stages<First, Last> {
  readonly #all: readonly Stage<never, unknown>[];

  constructor(all: readonly Stage<never, unknown>[]) {
    this.#all = all;
  }

  next<Next>(stage: Stage<Last, Next>): Stages<First, Next> {
    return new Stages([...this.#all, stage]);
  }

  /** Raises what the stages raise, synchronously or through the promise. */
  pass(record: First, deps: PipelineDeps): Last | Promise<Last> {
    // `as`: `next` accepts only a stage for the record of the one before it.
    return goOn(this.#all as readonly Stage<unknown, unknown>[], record, deps) as Last | Promise<Last>;
  }
}

function goOn(stages: readonly Stage<unknown, unknown>[], first: unknown, deps: PipelineDeps): unknown {
  let record = first;
  let passed = 0;
  for (const stage of stages) {
    record = stage(record, deps);
    passed += 1;
    if (record instanceof Promise) return record.then((after) => goOn(stages.slice(passed), after, deps));
  }
  return record;
}

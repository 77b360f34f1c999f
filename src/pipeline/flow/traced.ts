import type { Tracing } from '../../ports/tracing.ts';

/** What traces the stages. */
export interface TracedDeps {
  readonly tracing: Pick<Tracing, 'stage'>;
}

type Stage<Record, Deps, Result> = (record: Record, deps: Deps) => Result | Promise<Result>;

/** Makes a stage a part of the trace of its request. A stage that has nothing to do in a request is left out. */
export function traced<Record, Deps, Result>(
  name: string,
  stage: Stage<Record, Deps, Result>,
  isDue?: (record: Record) => boolean,
): Stage<Record, Deps & TracedDeps, Result> {
  return (record, deps) =>
    isDue?.(record) === false ? stage(record, deps) : deps.tracing.stage(name, () => stage(record, deps));
}

import type { Tracing } from '../../ports/tracing.ts';

/** Who watches the stages. */
export interface TracedDeps {
  readonly tracing: Pick<Tracing, 'stage'>;
}

type Stage<Record, Deps, Result> = (record: Record, deps: Deps) => Result | Promise<Result>;

/** A stage as a part of the trace of its request. One that has nothing to do in a request is left out of it. */
export function traced<Record, Deps, Result>(
  name: string,
  stage: Stage<Record, Deps, Result>,
  isDue: (record: Record) => boolean = () => true,
): Stage<Record, Deps & TracedDeps, Result> {
  return (record, deps) => (isDue(record) ? deps.tracing.stage(name, () => stage(record, deps)) : stage(record, deps));
}

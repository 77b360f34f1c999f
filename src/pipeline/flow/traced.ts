import type { Tracing } from '../../ports/tracing.ts';

/** What traces the stages. */
export interface TracedDeps {
  /** `null`: no tracing. */
  readonly tracing: Pick<Tracing, 'stage'> | null;
}

type Stage<Record, Deps, Result> = (record: Record, deps: Deps) => Result | Promise<Result>;

/** Makes a stage a part of the trace of its request. */
export function traced<Record, Deps, Result>(
  name: string,
  stage: Stage<Record, Deps, Result>,
): Stage<Record, Deps & TracedDeps, Result> {
  return (record, deps) =>
    deps.tracing === null ? stage(record, deps) : deps.tracing.stage(name, () => stage(record, deps));
}

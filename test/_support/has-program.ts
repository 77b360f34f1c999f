import { spawnSync } from 'node:child_process';

/** Whether this system has a program that knows `--version`. A test that needs it runs only then: `test.runIf(…)`. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined;
}

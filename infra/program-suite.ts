import { spawnSync } from 'node:child_process';
import { runSuite } from './run-suite.ts';

/** A suite that runs a program which this project does not install. */
export interface ProgramSuite {
  /** Folder below `infra` with the configuration of the suite. */
  readonly folder: string;
  /** What the suite is about. */
  readonly of: string;
  /** The program, as Debian has it. */
  readonly program: string;
  /** What it is called in a sentence. */
  readonly called: string;
  /** Debian's package. */
  readonly debian: string;
  /** The environment variable that names the program where it is elsewhere. */
  readonly variable: string;
}

/**
 * Runs the suite with the arguments of this process, and closes as `npm test` does. Without its program it says what it
 * needs.
 */
export async function runProgramSuite({ folder, of, program, called, debian, variable }: ProgramSuite): Promise<void> {
  const named = process.env[variable] ?? program;
  if (spawnSync(named, ['--version']).status !== 0) {
    process.stderr.write(
      `the suite of ${of} was not run: it needs ${called} (Debian: apt install ${debian}), or ${variable}=<its path>\n`,
    );
    process.exitCode = 1;
    return;
  }
  await runSuite(folder, { [variable]: named });
}

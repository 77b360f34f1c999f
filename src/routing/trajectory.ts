import type { ToolResult } from './question.ts';

/** What the tool results of an open task indicate together. */
export interface Trajectory {
  /** A failure that is too hard for the economical candidate. */
  readonly isCritical: boolean;
  /** Something was written, its tests passed, and nothing failed since. */
  readonly isSettled: boolean;
  /** −1 to 1: above 0 the run struggles, below 0 it makes progress. */
  readonly strain: number;
}

const critical = [
  'out of memory',
  'segmentation fault',
  'stack overflow',
  'core dumped',
  'fatal error',
  'panic:',
  'deadlock',
  'data loss',
  'no space left',
];
const failing = ['error', 'exception', 'traceback', 'failed', 'failure', 'not found', 'denied', 'cannot '];
const writing = ['written', 'wrote ', 'updated', 'created', 'applied', 'patched', 'edited', 'saved', 'replaced'];
const passing = ['tests passed', 'tests pass', ' passed', 'all passed', 'test ok', '0 failed', '0 failures'];
const failedTests = /\b[1-9]\d{0,6} (failed|failures|failing)\b/;
const noFailures = /\b(0|no) (failed|failures|failing|errors?)\b/g;

/** UTF-16 units at the end of a tool's output that are searched for a crash; source code may mention one elsewhere. */
const crashUnits = 500;
const recentResults = 3;
const explorationMin = 4;
/** The weight of each sign. The higher the sum, the more the capable candidate is needed. */
const signs = { error: 1, critical: 3, repeat: 2, exploring: 1, write: -1, passed: -2 } as const;

interface Step {
  readonly text: string;
  readonly isCritical: boolean;
  readonly hasFailed: boolean;
  readonly hasWritten: boolean;
  readonly hasPassed: boolean;
}

/** Each text is read a fixed number of times; there are at most eight of 4 KB. */
export function trajectoryOf(results: readonly ToolResult[]): Trajectory {
  const steps = results.map(stepOf);
  const recent = steps.slice(-recentResults);
  const lastWrite = steps.findLastIndex(({ hasWritten }) => hasWritten);
  const after = lastWrite === -1 ? [] : steps.slice(lastWrite);
  let sum = 0;
  for (const step of recent) {
    if (step.isCritical) sum += signs.critical;
    else if (step.hasFailed) sum += signs.error;
    if (step.hasWritten) sum += signs.write;
    if (step.hasPassed) sum += signs.passed;
  }
  sum += signs.repeat * repeatsIn(steps);
  if (steps.length >= explorationMin && lastWrite === -1) sum += signs.exploring;
  return {
    isCritical: recent.some(({ isCritical }) => isCritical),
    isSettled: after.some(({ hasPassed }) => hasPassed) && after.every(({ hasFailed }) => !hasFailed),
    strain: Math.tanh(sum / 4),
  };
}

/** How many results repeat an earlier one that failed. */
function repeatsIn(steps: readonly Step[]): number {
  const failures = steps.filter(({ hasFailed }) => hasFailed).map(({ text }) => text);
  return failures.length - new Set(failures).size;
}

function stepOf({ text, isError }: ToolResult): Step {
  const lower = text.toLowerCase();
  const says = (words: readonly string[]): boolean => words.some((sign) => lower.includes(sign));
  const hasFailedTests = failedTests.test(lower);
  const hasPassed = !isError && !hasFailedTests && says(passing);
  const withoutNoFailures = lower.replaceAll(noFailures, '');
  const hasFailed = isError || hasFailedTests || failing.some((sign) => withoutNoFailures.includes(sign));
  const lastWords = lower.slice(-crashUnits);
  return {
    text: lower,
    isCritical: hasFailed && critical.some((sign) => lastWords.includes(sign)),
    hasFailed,
    hasWritten: !isError && !hasFailed && says(writing),
    hasPassed: hasPassed && !hasFailed,
  };
}

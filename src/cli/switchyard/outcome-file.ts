import { outcomeIn, OutcomeUnreadable } from '../../routing/training/outcome.ts';
import { OutcomeScanner, type ScannedOutcome } from '../../routing/training/scanned-outcome.ts';
import { notUsable } from '../cli-error.ts';
import { LineTooLong, packedLines, unreadableFile } from '../packed-lines.ts';
import { Progress } from '../progress.ts';

const lineBytesMax = 1_024 * 1_024;
const outcomesMax = 500_000;

/**
 * Reads outcomes from a file of JSON lines, optionally gzipped, one line at a time, so that prompts do not stay in memory.
 * Raises a `CliError` that names the file and, for an invalid line, its number.
 */
export async function readOutcomeFile(path: string): Promise<readonly ScannedOutcome[]> {
  const progress = new Progress('outcomes read');
  const scanner = new OutcomeScanner();
  const outcomes: ScannedOutcome[] = [];
  let number = 0;
  try {
    for await (const line of packedLines(path, lineBytesMax)) {
      number += 1;
      if (line.trim() === '') continue;
      if (outcomes.length === outcomesMax)
        throw new OutcomeUnreadable(`the file has more than ${outcomesMax} outcomes`);
      outcomes.push(scanner.scan(outcomeIn(line)));
      progress.show(outcomes.length);
    }
  } catch (error) {
    throw failureOf(error, path, number);
  } finally {
    progress.end();
  }
  return outcomes;
}

function failureOf(error: unknown, path: string, line: number): unknown {
  if (error instanceof OutcomeUnreadable) return unusable(`${path}, line ${line}: ${error.message}`);
  const words = unreadableFile(error);
  if (words === null) return error;
  const where = line === 0 || error instanceof LineTooLong ? '' : `, after line ${line}`;
  return unusable(`${path}${where}: ${words}`);
}

function unusable(message: string): Error {
  return notUsable('data_unusable', message);
}

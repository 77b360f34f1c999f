import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { outcomeIn, OutcomeUnreadable } from '../../routing/training/outcome.ts';
import { OutcomeScanner, type ScannedOutcome } from '../../routing/training/scanned-outcome.ts';
import { notUsable } from '../cli-error.ts';
import { Progress } from '../progress.ts';

const lineBytesMax = 1_024 * 1_024;
const outcomesMax = 500_000;
const gzipMark = [0x1f, 0x8b];

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
    for await (const line of linesOf(path)) {
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

/** Lines without line breaks. Memory is bounded by one line and one chunk, whatever the unpacked size of the file. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  // `pipeline` passes an error of the source on to its result, where it is handled.
  const bytes = (await isPacked(path)) ? pipeline(source, createGunzip(), () => undefined) : source;
  let rest = Buffer.alloc(0);
  let line = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let begin = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, begin)) {
      line += 1;
      yield textOf(Buffer.concat([rest, chunk.subarray(begin, end)]), line);
      rest = Buffer.alloc(0);
      begin = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(begin)]);
    if (rest.length > lineBytesMax) throw tooLong(line + 1);
  }
  if (rest.length > 0) yield textOf(rest, line + 1);
}

function textOf(bytes: Buffer, line: number): string {
  if (bytes.length > lineBytesMax) throw tooLong(line);
  return bytes.toString('utf8');
}

class LineTooLong extends Error {}

function tooLong(line: number): LineTooLong {
  return new LineTooLong(`line ${line} has more than ${lineBytesMax} bytes`);
}

async function isPacked(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && gzipMark.every((byte, index) => buffer[index] === byte);
}

function failureOf(error: unknown, path: string, line: number): unknown {
  if (error instanceof OutcomeUnreadable) return unusable(`${path}, line ${line}: ${error.message}`);
  if (error instanceof LineTooLong) return unusable(`${path}: ${error.message}`);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(Z_|ENOENT|EISDIR|EACCES|ENOTDIR)/.test(code)) {
    const where = line === 0 ? '' : `, after line ${line}`;
    return unusable(
      `${path}${where}: ${code.startsWith('Z_') ? 'it cannot be unpacked' : 'it cannot be read'} (${code})`,
    );
  }
  return error;
}

function unusable(message: string): Error {
  return notUsable('data_unusable', message);
}

import { z } from 'zod';
import { notUsable } from '../cli-error.ts';
import { packedLines, unreadableFile } from '../packed-lines.ts';
import { Progress } from '../progress.ts';
import type { RecordedCall } from './tried-answer.ts';
import { triedSurface, triedSurfaceNames } from './tried-surface.ts';

/** A recorded call, and where it stands. */
export interface RecordedLine extends RecordedCall {
  readonly line: number;
  /** Who answered, if the line says so. */
  readonly provider: string | null;
}

const lineBytesMax = 64 * 1_024 * 1_024;

const text = z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]);
const recordedLine = z.object({
  surface: z.string(),
  streamed: z.boolean().default(false),
  request: text.nullable().default(null),
  answer: text,
  provider: z.string().optional(),
});

/**
 * Reads a file of JSON lines, optionally gzipped, one line at a time. Raises a `CliError` that names the file and the line
 * that cannot be used.
 */
export async function* readRecordedAnswers(path: string): AsyncGenerator<RecordedLine> {
  const progress = new Progress('answers read');
  let line = 0;
  try {
    for await (const written of packedLines(path, lineBytesMax)) {
      line += 1;
      if (written.trim() === '') continue;
      yield { ...callIn(written, `${path}, line ${line}`), line };
      progress.show(line);
    }
  } catch (error) {
    const words = unreadableFile(error);
    throw words === null ? error : notUsable('recording_unusable', `${path}: ${words}`);
  } finally {
    progress.end();
  }
}

function callIn(written: string, where: string): Omit<RecordedLine, 'line'> {
  const { surface: name, streamed, request, answer, provider = null } = parsedLine(written, where);
  const surface = triedSurface(name);
  if (surface !== null) return { surface, isStreamed: streamed, request, answer, provider };
  const known = triedSurfaceNames.join(', ');
  throw notUsable(
    'recording_unusable',
    `${where}: there is no surface ${JSON.stringify(name.slice(0, 100))}; there are ${known}`,
  );
}

function parsedLine(written: string, where: string): z.infer<typeof recordedLine> {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw notUsable(
      'recording_unusable',
      `${where}: it is no JSON; a line is {"surface","streamed","request","answer"}`,
    );
  }
  const read = recordedLine.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw notUsable(
    'recording_unusable',
    `${where}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it is no recorded call'}`,
  );
}

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import type { PiiLanguage } from '../../src/personal-data/pii-kinds.ts';
import type { PiiDetector, PiiSpan } from '../../src/ports/pii-detector.ts';
import type { PiiSample, PiiValue } from '../_support/euro-pii-gen.ts';
import { share } from './pii-report.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Sentences with the names of people in them: a file with one JSON object a line, gzipped, with `lang`, `text` and `values`. */
export function proseOf(path: string): readonly PiiSample[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  return lines.map((line) => {
    const { lang, text, values } = JSON.parse(line) as { lang: PiiLanguage; text: string; values: readonly Place[] };
    return { language: lang, text, values: values.map((each) => ({ ...each, entity: 'PERSON', form: 'PERSON' })) };
  });
}

/** Names found in prose, by language; full names, of two words and more, once more by themselves. */
export async function proseTable(
  samples: readonly PiiSample[],
  detector: PiiDetector,
  asked: Parameters<PiiDetector['detect']>[1],
): Promise<readonly string[]> {
  const rows: string[][] = [];
  for (const [language, texts] of Map.groupBy(samples, (sample) => sample.language)) {
    const found = await detector.detect(
      texts.map(({ text }) => text),
      { ...asked, entities: ['PERSON'] },
    );
    rows.push([language, ...proseRow(texts, found)]);
  }
  const head = ['language', 'people', 'recall', 'of full names', 'precision', 'false in 10 KB'];
  return markdownTable(
    head,
    rows.toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
  ).split('\n');
}

function proseRow(texts: readonly PiiSample[], found: readonly (readonly PiiSpan[])[]): readonly string[] {
  const values = texts.flatMap(({ text, values: its }, at) =>
    its.map((value) => ({
      isFull: /\p{L} +\p{L}/u.test(text.slice(value.start, value.end)),
      isFound: found[at]?.some((span) => touch(value, span)) === true,
    })),
  );
  const spans = texts.flatMap(({ values: its }, at) => (found[at] ?? []).map((span) => isRight(its, span)));
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const recall = (of: typeof values): string => share(of.filter(({ isFound }) => isFound).length, of.length);
  const right = spans.filter(Boolean).length;
  return [
    String(values.length),
    recall(values),
    recall(values.filter(({ isFull }) => isFull)),
    share(right, spans.length),
    (((spans.length - right) * 10_240) / bytes).toFixed(1),
  ];
}

function isRight(values: readonly PiiValue[], span: Place): boolean {
  return values.some((value) => touch(value, span));
}

function touch(a: Place, b: Place): boolean {
  return a.start < b.end && b.start < a.end;
}

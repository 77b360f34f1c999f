import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { doneAtOnce } from '../../src/personal-data/done-at-once.ts';
import type { PiiDetector, PiiSpan } from '../../src/ports/pii-detector.ts';
import type { PiiEngine } from '../../src/ports/pii-engine.ts';
import { textsOfSurface } from '../../src/protocols/faces.ts';
import { castRequest } from '../_support/cast-request.ts';
import { labelledRecords } from '../_support/labelled-records.ts';
import { share } from './pii-report.ts';

interface Share {
  found: number;
  values: number;
}

/** How many values of records reach the upstream of an engine: sums by kind and by form. */
export async function piiRecords(engine: PiiEngine, seed: number): Promise<ReadonlyMap<string, Share>> {
  const shares = new Map<string, Share>();
  for (const { form, text, values } of labelledRecords(seed)) {
    const sent = await castBody(engine, text);
    for (const { kind, value } of values) {
      for (const name of [kind, form]) {
        const sum = shares.get(name) ?? { found: 0, values: 0 };
        sum.values += 1;
        if (!sent.includes(value)) sum.found += 1;
        shares.set(name, sum);
      }
    }
  }
  return shares;
}

async function castBody(engine: PiiEngine, content: string): Promise<string> {
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }));
  const read = doneAtOnce(textsOfBody(textsOfSurface('chat_completions').request, body));
  const cast = await engine.cast(castRequest(read.texts));
  return doneAtOnce(read.with(cast.texts)).toString();
}

export function recordsTable(shares: ReadonlyMap<string, Share>): readonly string[] {
  const rows = [...shares].map(([name, { found, values }]) => `| ${name} | ${values} | ${share(found, values)} |`);
  return ['| values, and forms | number | hidden |', '|---|---:|---:|', ...rows];
}

interface LabelledProse {
  readonly lang: string;
  readonly text: string;
  readonly values: readonly { readonly start: number; readonly end: number }[];
}

/** Names found in a file of labelled texts, one JSON object a line, gzipped: by language. */
export async function proseTable(
  path: string,
  detector: PiiDetector,
  asked: Parameters<PiiDetector['detect']>[1],
): Promise<readonly string[]> {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  const samples = lines.map((line) => JSON.parse(line) as LabelledProse);
  const rows: string[] = [];
  for (const [lang, texts] of Map.groupBy(samples, (sample) => sample.lang)) {
    const found = await detector.detect(
      texts.map(({ text }) => text),
      { ...asked, entities: ['PERSON'] },
    );
    rows.push(proseRow(lang, texts, found));
  }
  const head = ['| language | people | recall | precision | false in 10 KB |', '|---|---:|---:|---:|---:|'];
  return [...head, ...rows.toSorted()];
}

function proseRow(lang: string, texts: readonly LabelledProse[], found: readonly (readonly PiiSpan[])[]): string {
  const [values, spans] = [texts.flatMap((each) => each.values), found.flat()];
  const touches = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
    a.start < b.end && b.start < a.end;
  const hit = texts.flatMap((text, at) =>
    text.values.filter((value) => found[at]?.some((span) => touches(value, span))),
  );
  const right = texts.flatMap((text, at) =>
    (found[at] ?? []).filter((span) => text.values.some((each) => touches(each, span))),
  );
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const wrong = (((spans.length - right.length) * 10_240) / bytes).toFixed(1);
  return `| ${lang} | ${values.length} | ${share(hit.length, values.length)} | ${share(right.length, spans.length)} | ${wrong} |`;
}

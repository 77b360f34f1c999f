import { textsOfBody } from '../../src/personal-data/body-texts.ts';
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
  const read = textsOfBody(textsOfSurface('chat_completions').request, body);
  const cast = await engine.cast(castRequest(read.texts));
  return read.with(cast.texts).toString();
}

export function recordsTable(shares: ReadonlyMap<string, Share>): readonly string[] {
  const rows = [...shares].map(([name, { found, values }]) => `| ${name} | ${values} | ${share(found, values)} |`);
  return ['| values, and forms | number | hidden |', '|---|---:|---:|', ...rows];
}

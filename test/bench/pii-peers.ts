import { join } from 'node:path';
import { leakSamples } from '../../infra/presidio/leak-samples.ts';
import { publicSamples } from '../../infra/presidio/public-set.ts';
import { spawnPresidio } from '../../infra/presidio/spawn-presidio.ts';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import type { PiiEntity } from '../../src/personal-data/pii-kinds.ts';
import type { PiiDetector, PiiSpan } from '../../src/ports/pii-detector.ts';
import type { PiiSample } from '../_support/euro-pii-gen.ts';
import { share } from './pii-report.ts';
import { scorePii } from './pii-score.ts';

const cache = join(import.meta.dirname, '..', '..', '.cache');
const leakCount = 250;

/**
 * The embedded detector, a real Presidio and both together on the same texts, by set and kind, as a table: recall (every letter
 * and digit of the value) and precision. `prose`: labelled sentences of the languages that Presidio has here.
 */
export async function peersTable(embedded: PiiDetector, prose: readonly PiiSample[]): Promise<readonly string[]> {
  const { presidio, python, stop } = await spawnPresidio();
  try {
    const proseIn = (language: string): readonly PiiSample[] => prose.filter((each) => each.language === language);
    const sets: readonly (readonly [name: string, samples: readonly PiiSample[], kinds: readonly PiiEntity[]])[] = [
      [
        'presidio-research',
        await publicSamples(python, cache),
        ['PERSON', 'ADDRESS', 'PHONE', 'CARD', 'EMAIL', 'IBAN', 'IP'],
      ],
      ['pii-leak-benchmark', await leakSamples(leakCount), ['EMAIL', 'CARD', 'PHONE', 'NATIONAL_ID']],
      ['WikiNEuRal, English', proseIn('en'), ['PERSON']],
      ['WikiNEuRal, French', proseIn('fr'), ['PERSON']],
    ];
    const rows: string[][] = [];
    for (const [name, samples, entities] of sets.filter(([, { length }]) => length > 0)) {
      const found = await foundBy([embedded, presidio], samples, entities);
      const scores = [...found, both(found)].map((each) => scorePii(samples, each).byEntity);
      for (const entity of entities) {
        const tallies = scores.map((score) => score.get(entity));
        const cells = tallies.map(
          (tally) =>
            `${share(tally?.covered ?? 0, tally?.values ?? 0)}, ${share(tally?.right ?? 0, tally?.spans ?? 0)}`,
        );
        rows.push([name, `\`${entity}\``, String(tallies[0]?.values ?? 0), ...cells]);
      }
    }
    return markdownTable(['set', 'kind', 'values', 'embedded', 'Presidio', 'both'], rows).split('\n');
  } finally {
    await stop();
  }
}

type Found = readonly (readonly PiiSpan[])[];

async function foundBy(
  detectors: readonly PiiDetector[],
  samples: readonly PiiSample[],
  entities: readonly PiiEntity[],
): Promise<readonly Found[]> {
  const texts = samples.map(({ text }) => text);
  const language = samples[0]?.language ?? 'en';
  const found: Found[] = [];
  for (const detector of detectors)
    found.push(await detector.detect(texts, { entities, languages: [language], deadlineMs: 900_000 }));
  return found;
}

function both([first = [], second = []]: readonly Found[]): Found {
  return first.map((spans, place) => [...spans, ...(second[place] ?? [])]);
}

// `npm run docs`: writes the pages that are made from the code. test/house/generated-pages.test.ts keeps them equal.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventPages } from './generate-events.ts';
import { openapiPage } from './generate-openapi.ts';
import { configurationPage, configurationSummary } from './pages/configuration-page.ts';
import { errorsPage } from './pages/errors-page.ts';
import { eventsPage } from './pages/events-page.ts';
import { textMapsPage } from './pages/text-maps-page.ts';

const root = join(import.meta.dirname, '..');

const mark = (place: 'begin' | 'end'): string => `<!-- configuration: ${place}, written by npm run docs -->`;

/** Every generated page by its path, as it has to be on the disk. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/configuration.md', configurationPage()],
    ['docs/events.md', eventsPage()],
    ['docs/openapi.json', openapiPage()],
    ['docs/text-maps.md', textMapsPage()],
    ...eventPages(),
    ['README.md', withConfiguration(readFileSync(join(root, 'README.md'), 'utf8'))],
  ]);
}

function withConfiguration(readme: string): string {
  const begin = readme.indexOf(mark('begin'));
  const end = readme.indexOf(mark('end'));
  if (begin === -1 || end < begin) throw new Error(`README.md has no ${mark('begin')} before a ${mark('end')}`);
  return `${readme.slice(0, begin)}${mark('begin')}\n\n${configurationSummary()}\n\n${readme.slice(end)}`;
}

if (import.meta.main) {
  for (const [path, text] of generatedPages()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}

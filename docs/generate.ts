// `npm run docs`: writes the pages that are made from the code. test/house/generated-pages.test.ts keeps them equal.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventPages } from './generate-events.ts';
import { openapiPage } from './generate-openapi.ts';
import { adminOpenapi } from '../src/admin/admin-openapi.ts';
import { adminOperations } from '../src/admin/operations.ts';
import { configurationPage } from './pages/configuration-page.ts';
import { countersPage } from './pages/counters-page.ts';
import { differencesPage } from './pages/differences-page.ts';
import { errorsPage } from './pages/errors-page.ts';
import { eventsPage } from './pages/events-page.ts';
import { headersPage } from './pages/headers-page.ts';
import { llmsText } from './pages/llms-text.ts';
import { providersPage } from './pages/providers-page.ts';
import { rolesPage } from './pages/roles-page.ts';
import { statesPage } from './pages/states-page.ts';
import { textMapsPage } from './pages/text-maps-page.ts';

const root = join(import.meta.dirname, '..');

/** Every generated page by its path, as it has to be on the disk. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/differences.md', differencesPage()],
    ['docs/configuration.md', configurationPage()],
    ['docs/events.md', eventsPage()],
    ['docs/openapi.json', openapiPage()],
    ['docs/admin-openapi.json', `${JSON.stringify(adminOpenapi(adminOperations), null, 2)}\n`],
    ['docs/counters.md', countersPage()],
    ['docs/headers.md', headersPage()],
    ['docs/providers.md', providersPage()],
    ['docs/roles.md', rolesPage()],
    ['docs/states.md', statesPage()],
    ['docs/text-maps.md', textMapsPage()],
    ['llms.txt', llmsText()],
    ...eventPages(),
  ]);
}

if (import.meta.main) {
  for (const [path, text] of generatedPages()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}

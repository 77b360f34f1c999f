import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '..');

/**
 * `llms.txt`, by the format of llmstxt.org: the index of the pages for programs that read, with addresses from the root of
 * the repository. Decisions are optional reading.
 */
export function llmsText(): string {
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  const sections = index
    .slice(index.indexOf('\n## ') + 1)
    .replace('## Decisions', '## Optional')
    .replaceAll(/\]\((?!https?:)(\.\.\/)?/g, (_, up: string | undefined) => `](${up === undefined ? 'docs/' : ''}`)
    .replaceAll(/^\d+\. /gm, '- ');
  const { description } = JSON.parse(readFileSync(join(docs, '..', 'package.json'), 'utf8')) as {
    readonly description: string;
  };
  return `# Waybill\n\n> ${description}\n\n${sections}`;
}

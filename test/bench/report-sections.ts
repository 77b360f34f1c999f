import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const path = join(import.meta.dirname, '..', '..', 'docs', 'bench', 'report.md');

/** Sections of the report that commands of their own make. */
const ownSections = ['## Hostile', '## Memory', '## Long histories', '## Beside others'] as const;
export type OwnSection = (typeof ownSections)[number];

/** Puts a section, which begins with its heading, in the place of the one before; all others stay as they are. */
export function writeSection(heading: OwnSection, section: string): void {
  const sections = new Map(ownSections.map((own) => [own, own === heading ? section : sectionIn(own)]));
  writeReport(bodyOf(readReport()), [...sections.values()]);
}

/** Puts everything else in its place. */
export function writeBody(body: string): void {
  writeReport(body, ownSections.map(sectionIn));
}

function writeReport(body: string, sections: readonly string[]): void {
  const parts = [body, ...sections].map((part) => part.trim()).filter((part) => part !== '');
  writeFileSync(path, `${parts.join('\n\n')}\n`);
}

function readReport(): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function bodyOf(report: string): string {
  return ownSections.reduce((body, own) => body.replace(sectionIn(own), ''), report);
}

function sectionIn(heading: OwnSection): string {
  const report = readReport();
  const from = report.indexOf(`\n${heading}\n`);
  if (from === -1) return '';
  const to = report.indexOf('\n## ', from + heading.length + 1);
  return report.slice(from + 1, to === -1 ? undefined : to + 1);
}

/** What is another at each run, and what stands for it when a page is compared with an output. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/\b20\d\d-\d\d\b(?!-)/g, '<month>'],
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\bwb_[\w-]+/g, '<key>'],
  [/\breq_[0-9a-f]+/g, '<request>'],
  [/\[([A-Z]+)-[a-z0-9]+\]/g, '[$1-<id>]'],
];

/** Ids that a page shortens: the first characters, then the dots. */
const shortened = /\b[0-9a-f]{4,8}(-[0-9a-f]*)*…/g;

function plain(text: string): string {
  return changing
    .reduce((changed, [pattern, name]) => changed.replaceAll(pattern, name), text)
    .replaceAll(/[ \t\r]+$/gm, '');
}

/** A line as a pattern: dots stand for anything in it, and columns may be wider. */
function linePattern(line: string): string {
  return plain(line.replaceAll(shortened, '…'))
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/ {2,}/g, ' +'))
    .join('[^\\n]*');
}

/**
 * Whether an output is what a page shows: the same lines, but for ids, keys, times and days. `…` stands for anything in a
 * line, and alone in a line for any lines.
 */
export function isShown(shown: string, output: string): boolean {
  const pattern = shown
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:[^\\n]*\\n)*?' : `${linePattern(line)}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${plain(output).trim()}\n`);
}

import { differenceMeanings } from '../../src/ledger/verify/ledger-difference.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/differences.md`: the rules that a ledger can break. */
export function differencesPage(): string {
  const rows = Object.entries(differenceMeanings).map(([kind, meaning]) => [`\`${kind}\``, meaning]);
  return `# Differences

What \`waybill ledger verify\` can find. It names the first difference, in the order of the log, with the stream, the revision and
the position of the event, and with what was expected and what was found. The exit code is then 1. What to do about it:
[auditing](auditing.md#when-a-verification-fails).

${markdownTable(['kind', 'the rule that is broken'], rows)}
`;
}

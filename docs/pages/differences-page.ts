import { differenceMeanings } from '../../src/ledger/verify/ledger-difference.ts';
import { ledgerEdits } from '../../test/composition/_ledger-edits.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/differences.md`: the rules that a ledger can break, and who notices which edit of its files. */
export function differencesPage(): string {
  const rows = Object.entries(differenceMeanings).map(([kind, meaning]) => [`\`${kind}\``, meaning]);
  const groups = Map.groupBy(ledgerEdits, ({ group }) => group);
  const tables = [...groups].map(([group, edits]) => {
    const cells = edits.map(({ title, start, verify, checkpoint }) => [title, start, verify, checkpoint]);
    return `### ${group}\n\n${markdownTable(['edit', 'start', 'verify', 'with a checkpoint'], cells)}`;
  });
  return `# Differences

What \`waybill ledger verify\` can find. It names the first difference, in the order of the log, with the stream, the revision and
the position of the event, and with what was expected and what was found. The exit code is then 1. What to do about it:
[auditing](auditing.md#when-a-verification-fails).

${markdownTable(['kind', 'the rule that is broken'], rows)}

## Who notices which edit

What a person with SQL and a shell does to the files of a stopped gateway, and what is said of it: made from
[a test](../test/composition/edited-ledger.test.ts) that makes each edit. \`–\`: nothing.

- **start**: why gateways and commands refuse the directory. One look of less than 50 ms sees the tables, the end of
  the ledger, its streams (of more than 2,000 it looks at the beginnings of 2,000, wallets first), the read models' checkpoints, and the
  secrets. It reads no event in the middle, and finds a damaged page when it reads it: only \`verify\` reads all. *when it is read*: each document of a read model has a
  keyed digest, and a request that reads an edited one is refused (503 \`ledger_unavailable\`); \`GET /readyz\` names the
  read models until they are deleted or rebuilt. A document that is gone, or an older one that is put back whole, is
  seen by \`verify\` alone. No money is decided by a read model.
- **verify**: the kind of the difference; *refused*: the command says why it cannot read.
- **with a checkpoint**: what \`--checkpoint\` with a [checkpoint](auditing.md#checkpoints) kept elsewhere adds. Who computes every
  digest anew and keeps every rule of money has written another ledger: only a checkpoint, or the events in Kafka, tell
  it from the first. An edit of everything that tells a payment is of that kind, unless a closed bill has it.

${tables.join('\n\n')}
`;
}

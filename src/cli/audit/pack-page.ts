import { checkpointFiles, eventsFile, type PackManifest } from './pack-manifest.ts';

/** The page of a pack: how each sheet was made, and how to check it without Waybill. */
export function packPage(manifest: PackManifest, workbookNote: string): string {
  const { parameters, events, checkpoints, sheets, checks, from_time, before_time } = manifest;
  // The key may have been replaced between the two.
  const keys = new Set([checkpoints.end, checkpoints.begin].flatMap((each) => each?.verifier_key ?? []));
  const key = [...keys].join(' ') || '<verifier_key>';
  const rows = sheets.map(({ file, rows: count, totals, how }) => {
    const sums = Object.entries(totals).map(([column, eur]) => `${column} ${eur}`);
    return `### ${file}\n\n${how}\n\n${count} ${count === 1 ? 'row' : 'rows'}${sums.length === 0 ? '' : `; totals: ${sums.join(', ')}`}\n`;
  });
  return `# Audit pack, ${parameters.from} to ${parameters.to}

Made by ${manifest.made_by} at ${manifest.made_at} from the ledger alone.${manifest.made_at < before_time ? notOver : ''}
Days are those of ${parameters.zone}: from ${from_time} until before ${before_time}.
An event is of the day on which it was recorded. Amounts are euro with nine decimals; times are UTC.
\`manifest.json\` has the same for programs: parameters, range of events, counts, control totals and digests.

## Check it

1. No file was changed since: \`sha256sum -c SHA256SUMS\`.
2. The events are all that the ledger recorded between the two signed checkpoints, none changed, left out or added,
   and the trial balance is what they add up to. Have the key told to you by the operator, not by this folder:

       pip install cryptography
       python3 verify_pack.py . '${key}'

   The same without Python, by the code of Go's checksum database: \`go build -o verify . && echo '{"Pack":".","Key":"${key}"}' | ./verify\`.
3. It continues the pack of the days before: \`opening_eur\` of \`trial_balance.csv\` is \`closing_eur\` there, and \`${checkpointFiles.begin}\`
   has no more events than \`${checkpointFiles.end}\` there.
4. Look at every row of \`bank_payments.csv\` whose \`match\` is not \`matched\`, and at every row of \`decisions.csv\`.

${checkpointWords(manifest)}

## Control totals

| figure | expected | found |
|---|---|---|
${checks.map(({ what, expected, found, ok }) => `| ${what} | ${expected} | ${found}${ok ? '' : ' **differs**'} |`).join('\n')}

## Sheets

CSV as in RFC 4180, in UTF-8. A text that a spreadsheet would run as a formula has an apostrophe in front.
${workbookNote}

### ${eventsFile}

${events.count} events, one a line, packed with gzip: every kept event of the ledger behind \`${checkpointFiles.begin}\`, or from the first one where there is
none, up to the last that \`${checkpointFiles.end}\` covers, or the last of the days. \`data\` is as it was recorded, to the byte; \`digest\` is the SHA-256, base64url, of
\`previous\` (the digest of the event before it in its stream), revision, lengths and texts, as \`verify.py\` spells it. Sealed contents, idempotency keys
and records of the gateway itself are left out, because they are removed after a while and no checkpoint covers them.

${rows.join('\n')}`;
}

const notOver =
  '\n**The days were not over then**: what was recorded later is in no sheet. Make the pack again when they are.';

function checkpointWords({ checkpoints: { begin, end } }: PackManifest): string {
  const first =
    begin === null
      ? 'No checkpoint is older than the days: the events begin with the ledger.'
      : `\`${begin.file}\` covers the first ${begin.size} kept events.`;
  const last =
    end === null
      ? 'No checkpoint covers the last day yet, so that nobody has signed its events: take one with `waybill ledger checkpoint`, and make the pack again.'
      : `\`${end.file}\` covers ${end.size} kept events, and was recorded at ${end.recorded_at}.`;
  return `${first} ${last}`;
}

import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { Wallets } from '../../src/ledger/wallets.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { recordInto, seededDirectory, waybillJson, type CommandEnvironment } from '../_support/waybill-command.ts';
import { credit, id, walletId } from '../_support/wallet-vocabulary.ts';
import { randomUUID } from 'node:crypto';

const run = promisify(execFile);
const python = process.env['AUDIT_PYTHON'] ?? '';
const go = process.env['AUDIT_GO'] ?? '';

/** What both verifiers say of a pack. */
async function verdicts(folder: string, key: string): Promise<{ readonly python: string; readonly go: string }> {
  const child = spawn(go, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify({ Pack: folder, Key: key })}\n`);
  const byGo = (await text(child.stdout)).trim();
  try {
    const { stdout } = await run(python, [join(folder, 'verify_pack.py'), folder, key]);
    return { python: stdout.trim(), go: byGo };
  } catch (error) {
    return { python: String((error as { readonly stderr?: string }).stderr).trim(), go: byGo };
  }
}

/** Writes the digests of a folder anew, as a forger would. */
function resummed(folder: string): void {
  const files = readdirSync(folder).filter((file) => file !== 'SHA256SUMS' && !file.startsWith('__'));
  const lines = files.map((file) => `${hash('sha256', readFileSync(join(folder, file)), 'hex')}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

type Edit = (text: string) => string;

const withoutLine =
  (of: RegExp): Edit =>
  (lines) =>
    lines
      .split('\n')
      .filter((line) => !of.test(line))
      .join('\n');

/** Edits of a pack whose digests are written anew: what is edited, how, and which verifier has to notice. */
const forgeries: readonly (readonly [what: string, file: string, edit: Edit, isEvent: boolean])[] = [
  ['an amount', 'events.jsonl.gz', (lines) => lines.replace('"amount_eur":"10.', '"amount_eur":"11.'), true],
  ['an event left out', 'events.jsonl.gz', withoutLine(/"type":"WalletCredited"/), true],
  ['an event twice', 'events.jsonl.gz', (lines) => lines.replace(/^(.*\n)/, '$1$1'), true],
  [
    'the time of an event',
    'events.jsonl.gz',
    // A time of next century: an edit to a given day changes nothing on that day.
    (lines) => lines.replace(/("recorded_at":")20/, '$121'),
    true,
  ],
  ['events before the first', 'manifest.json', (text) => text.replace('"size_before": 0', '"size_before": 1'), true],
  ['a posting left out', 'postings.csv', withoutLine(/WalletCredited/), false],
  [
    'a balance',
    'trial_balance.csv',
    (rows) => rows.replace(/(platform:revenue,[\d.-]+,)[\d.]+/, '$19.000000000'),
    false,
  ],
];

test('both verifiers accept a pack and the next one, and refuse each forgery whose digests were written anew', async (t) => {
  const environment: CommandEnvironment = await seededDirectory(t);
  const folder = scratchFolder(t);
  const { verifier_key: key } = await waybillJson(t, environment, 'ledger', 'checkpoint');
  const out = join(folder, 'pack');
  const days = ['--from', '2026-01-01', '--to', '2099-12-31'] as const;
  await waybillJson(t, environment, 'audit', 'pack', ...days, '--out', out);
  t.regex((await verdicts(out, String(key))).python, /^\d+ events are as they were signed up to the last one/);
  t.is((await verdicts(out, String(key))).go, 'true');

  await recordInto(environment, async (log) => {
    await new Wallets({ log, createId: randomUUID }).execute(walletId, credit('3', id('f', 7)));
  });
  await waybillJson(t, environment, 'ledger', 'checkpoint');
  const next = join(folder, 'next');
  // All that was recorded is before these days: the pack has nothing but what the checkpoints are apart.
  await waybillJson(t, environment, 'audit', 'pack', '--from', '2099-01-01', '--to', '2099-12-31', '--out', next);
  t.regex((await verdicts(next, String(key))).python, /are as they were signed/);
  t.is((await verdicts(next, String(key))).go, 'true');

  for (const [what, file, edit, isEvent] of forgeries) {
    const forged = join(folder, what.replaceAll(' ', '-'));
    cpSync(out, forged, { recursive: true });
    const path = join(forged, file);
    const isPacked = file.endsWith('.gz');
    const before = isPacked ? gunzipSync(readFileSync(path)).toString() : readFileSync(path, 'utf8');
    const after = edit(before);
    t.not(after, before, what);
    writeFileSync(path, isPacked ? gzipSync(after) : after);
    t.regex((await verdicts(forged, String(key))).python, /is another file than was written/, what);
    resummed(forged);
    const said = await verdicts(forged, String(key));
    t.regex(said.python, /^refused: /, what);
    if (isEvent) t.is(said.go, 'false', what);
  }
});

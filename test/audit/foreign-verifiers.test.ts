import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import test from 'ava';
import * as fc from 'fast-check';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { verifyEd25519 } from '../../src/adapters/ed25519-note-signer.ts';
import { noteVerdict, readNote, readVerifierKey, signedNoteText } from '../../src/domain/checkpoints/signed-note.ts';
import { readTreeHash, readTreeHead, treeHeadText, type TreeHead } from '../../src/domain/checkpoints/tree-head.ts';
import { isConsistent } from '../../src/domain/checkpoints/consistency-proof.ts';
import { leafHash, noteKeyId } from '../../src/domain/checkpoints/tree-hash.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { chargeReceipt, type ChargeReceipt } from '../../src/ledger/checkpoints/charge-receipt.ts';
import { proveConsistency } from '../../src/ledger/checkpoints/prove-consistency.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { checkpointOf, signerOf } from '../_support/checkpoints.ts';
import { isProven } from '../_support/receipts.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { editedCopy } from '../ledger/_edited-file.ts';
import { redigested } from '../composition/_edited-directory.ts';

const run = promisify(execFile);
const python = process.env['AUDIT_PYTHON'] ?? '';
const go = process.env['AUDIT_GO'] ?? '';
const cases = 10_000;

interface ReceiptCase {
  readonly receipt: Omit<ChargeReceipt, 'verifier_key'>;
  readonly key: string;
}

interface ConsistencyCase {
  readonly older: string;
  readonly newer: string;
  readonly proof: readonly string[];
  readonly key: string;
}

type Case = ReceiptCase | ConsistencyCase;

function openedBy(key: string, checkpoint: string): TreeHead | null {
  const [note, verifier] = [readNote(checkpoint), readVerifierKey(key)];
  if (note === null || verifier?.type !== 1 || typeof noteVerdict(note, verifier, verifyEd25519) === 'string')
    return null;
  const head = readTreeHead(note.text);
  return head?.origin === verifier.name ? head : null;
}

function ours(each: Case): boolean {
  if ('receipt' in each) return isProven(each.receipt, each.key);
  const [older, newer] = [openedBy(each.key, each.older), openedBy(each.key, each.newer)];
  const proof = each.proof.map(readTreeHash);
  if (older === null || newer === null || older.size < 1 || older.origin !== newer.origin) return false;
  return proof.every((hash) => hash !== null) && isConsistent(older, newer, proof);
}

async function verdictsOf(program: string, args: readonly string[], lines: string): Promise<readonly string[]> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(lines);
  return (await text(child.stdout)).trimEnd().toLowerCase().split('\n');
}

/** A ledger with charges, checkpoints and what a forger makes of them with the key of another ledger. */
async function history(
  log: EventLog,
): Promise<{ readonly receipts: readonly ReceiptCase[]; readonly pairs: readonly ConsistencyCase[] }> {
  const receipts: ReceiptCase[] = [];
  const checkpoints: { readonly text: string; readonly head: TreeHead; readonly key: string }[] = [];
  const revisions = new Map<string, number>();
  const append = async (stream: string, type: string, data: object, count = 1): Promise<void> => {
    const event = () => ({ id: randomUUID(), type, data: JSON.stringify(data), metadata: '{"v":1}' });
    const batch = Array.from({ length: count }, event);
    revisions.set(stream, (await log.append(stream, revisions.get(stream) ?? 'no_stream', batch)).revision);
  };
  for (const count of [1, 2, 5, 60, 250, 300, 700]) {
    await append('credit-others', 'CreditIdKept', {}, count);
    const reservationId = randomUUID();
    await append(walletStream('a'), 'ReservationSettled', { reservation_id: reservationId, words: 'ünïcode 🦫' });
    const [event] = await log.readStream(walletStream('a'), { direction: 'backwards', limit: 1 });
    const { checkpoint, head, verifier_key: key } = await checkpointOf(log);
    checkpoints.push({ text: checkpoint, head, key });
    const time = event?.recordedAt ?? '';
    const of = { reservation_id: reservationId, wallet_id: 'a', reserved_at: time, ended_at: time };
    const charge = { ...of, state: 'settled' } as const;
    const receipt = await chargeReceipt(log, charge, { isForCaller: true });
    if (typeof receipt === 'string') throw new Error(receipt);
    receipts.push({ receipt, key });
  }
  const pairs = checkpoints.flatMap((older, index) =>
    checkpoints.slice(index).map(async (newer) => {
      const proof = await proveConsistency(log, older.head, newer.head);
      if (proof === null) throw new Error(`${newer.head.size} does not continue ${older.head.size}`);
      const hashes = proof.map((hash) => hash.toString('base64'));
      return { older: older.text, newer: newer.text, proof: hashes, key: newer.key };
    }),
  );
  return { receipts, pairs: await Promise.all(pairs) };
}

type Texts = readonly string[];
const flipped = (value: string, at: number, code: number): string => {
  const place = at % Math.max(value.length, 1);
  return value.slice(0, place) + String.fromCharCode(33 + (code % 90)) + value.slice(place + 1);
};

/** What a forger does to a list of lines. */
function tampered(lines: Texts, kind: number, at: number, code: number): Texts {
  const place = at % Math.max(lines.length, 1);
  if (kind === 0) return lines.toSpliced(place, 1);
  if (kind === 1) return lines.toSpliced(place, 0, lines[place] ?? leafHash('').toString('base64'));
  if (kind === 2) return lines.toReversed();
  if (kind === 3) return lines.toSpliced(place, 1, leafHash(String(code)).toString('base64'));
  return lines.map((line, index) => (index === place ? flipped(line, code, at) : line));
}

/** The same checkpoint with another head, signed by the key of a word. */
function signedAnew(checkpoint: string, change: Partial<TreeHead>, word: string): string {
  const head = readTreeHead(readNote(checkpoint)?.text ?? '');
  if (head === null) return checkpoint;
  const note = treeHeadText({ ...head, ...change });
  const { publicKey, sign } = signerOf(word);
  const keyId = noteKeyId(head.origin, 1, publicKey);
  return signedNoteText({ text: note, signatures: [{ name: head.origin, keyId, bytes: sign(note) }] });
}

test(`both foreign verifiers agree with ours in ${cases} cases`, async (t) => {
  await using engine = await openSqliteEventLog({ path: join(scratchFolder(t), 'ledger.db') });
  const { receipts, pairs } = await history(chainedLog(engine));
  const draw = fc.record({
    from: fc.nat(1_000),
    other: fc.nat(1_000),
    part: fc.nat(9),
    kind: fc.nat(4),
    at: fc.nat(2_000),
    code: fc.nat(200),
  });
  const made = fc.sample(draw, { numRuns: cases, seed: 62 }).map(({ from, other, part, kind, at, code }): Case => {
    if (from % 2 === 0) {
      const { receipt, key } = receipts[from % receipts.length] ?? raise();
      const second = receipts[other % receipts.length] ?? raise();
      const [head = '', ...rest] = receipt.proof.split('\n\n');
      const [mark = '', index = '', ...hashes] = head.split('\n');
      const note = rest.join('\n\n');
      const proofOf = (lines: Texts, named = index, signed = note): string =>
        [mark, named, ...lines].join('\n') + '\n\n' + signed;
      if (part === 0) return { receipt, key };
      if (part === 1) return { receipt: { ...receipt, event: flipped(receipt.event, at, code) }, key };
      if (part === 2) return { receipt: { ...receipt, entry: flipped(receipt.entry, at, code) }, key };
      if (part === 3) return { receipt: { ...receipt, proof: flipped(receipt.proof, at, code) }, key };
      if (part === 4) return { receipt, key: flipped(key, at, code) };
      if (part === 5) return { receipt: { ...receipt, proof: proofOf(tampered(hashes, kind, at, code)) }, key };
      if (part === 6) return { receipt: { ...receipt, proof: proofOf(hashes, `index ${at}`) }, key };
      if (part === 7) return { receipt: { ...receipt, proof: second.receipt.proof }, key };
      if (part === 8) return { receipt: { ...second.receipt, entry: receipt.entry }, key };
      const forged = signedAnew(note, { size: at + 1 }, kind < 2 ? 'ledger' : 'forger');
      return { receipt: { ...receipt, proof: proofOf(hashes, index, forged) }, key };
    }
    const pair = pairs[from % pairs.length] ?? raise();
    const second = pairs[other % pairs.length] ?? raise();
    if (part < 2) return pair;
    if (part === 2) return { ...pair, older: flipped(pair.older, at, code) };
    if (part === 3) return { ...pair, newer: flipped(pair.newer, at, code) };
    if (part < 6) return { ...pair, proof: tampered(pair.proof, kind, at, code) };
    if (part === 6) return { ...pair, older: pair.newer, newer: pair.older };
    if (part === 7) return { ...pair, newer: second.newer };
    if (part === 8) return { ...pair, older: second.older };
    // A split view: another root under the same size, signed by the key of the ledger.
    return { ...pair, newer: signedAnew(pair.newer, { root: leafHash(String(code)) }, 'ledger') };
  });
  const lines = made.map((each) => `${JSON.stringify(each)}\n`).join('');
  const [inPython, inGo] = await Promise.all([
    verdictsOf(python, ['infra/audit/verdicts.py'], lines),
    verdictsOf(go, [], lines),
  ]);
  const expected = made.map((each) => String(ours(each)));
  const differing = expected.findIndex((verdict, index) => verdict !== inPython[index] || verdict !== inGo[index]);
  t.is(
    differing,
    -1,
    `${expected[differing]} ${inPython[differing]} ${inGo[differing]} ${JSON.stringify(made[differing])}`,
  );
  t.deepEqual([inPython.length, inGo.length], [cases, cases]);
  const right = expected.filter((verdict) => verdict === 'true').length;
  t.log(`${right} of ${cases} proved`);
  t.true(right > cases / 20 && right < cases / 2);
});

/** What a forger or a witness does to the signatures of a note, of which the first line is by the key of the ledger. */
const signatureLines: Readonly<Record<string, (own: string) => string>> = {
  'as it was signed': (own) => own,
  'signed twice': (own) => own + own,
  'a false signature behind the right one': (own) => own + falsified(own),
  'a false signature before the right one': (own) => falsified(own) + own,
  'a witness that nobody knows': (own) => own + lineBy('witness.example', 72),
  'a witness before': (own) => lineBy('witness.example', 72) + own,
  'a witness without a signature': (own) => own + lineBy('witness.example', 0),
  'a witness with a byte': (own) => own + lineBy('witness.example', 1),
  'a witness in base64 of another form': (own) => own + lineBy('witness.example', 1).replace(/.=/, 'B='),
  'the right one twice, once in base64 of another form': (own) => own + own.replace(/.=\n/, 'x=\n'),
  'a witness twice': (own) => own + lineBy('a', 72) + lineBy('a', 72),
  'ninety-nine witnesses': (own) => own + witnesses(99),
  'a hundred witnesses': (own) => own + witnesses(100),
  'a thousand witnesses': (own) => own + witnesses(1_000),
  'a witness with a name of a plus': (own) => own + lineBy('a+b', 72),
  'a witness with a blank': (own) => own + lineBy('a b', 72),
  'a witness with a blank of Unicode': (own) => own + lineBy('a\u2003b', 72),
  'a witness with a long name': (own) => own + lineBy('a'.repeat(300), 72),
  'a witness without a name': (own) => own + lineBy('', 72),
  'a witness with a letter of two units': (own) => own + lineBy('🦫', 72),
  'a text behind': (own) => `${own}more\n`,
  'a blank line behind': (own) => `${own}\n`,
  'a blank line between': (own) => `${own}\n${own}`,
  'no line end': (own) => own.trimEnd(),
  'lines as on Windows': (own) => own.replaceAll('\n', '\r\n'),
  'another dash': (own) => own.replace('—', '-'),
  'two blanks': (own) => own.replace('— ', '—  '),
  nothing: () => '',
};

function lineBy(name: string, bytes: number): string {
  return `— ${name} ${Buffer.alloc(4 + bytes, 7).toString('base64')}\n`;
}

const witnesses = (count: number): string => Array.from({ length: count }, (_, n) => lineBy(`w${n}`, 72)).join('');

/** A signature of the same key that it did not make. */
function falsified(line: string): string {
  const [, head = '', base64 = ''] = /^(— \S+ )(\S+)\n$/.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return `${head}${Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(64, 1)]).toString('base64')}\n`;
}

test('both foreign verifiers take the signatures of a note as ours does', async (t) => {
  await using engine = await openSqliteEventLog({ path: join(scratchFolder(t), 'ledger.db') });
  const { pairs } = await history(chainedLog(engine));
  const { newer, key } = pairs[0] ?? raise();
  const [text, own] = newer.split(/(?<=\n)\n/);
  const names = Object.keys(signatureLines);
  const made = names.map((name) => {
    const note = `${text}\n${signatureLines[name]?.(own ?? '')}`;
    return { older: note, newer: note, proof: [], key };
  });
  const lines = made.map((each) => `${JSON.stringify(each)}\n`).join('');
  const named = (verdicts: readonly string[]) => Object.fromEntries(names.map((name, at) => [name, verdicts[at]]));
  const expected = named(made.map((each) => String(ours(each))));
  t.like(expected, {
    'as it was signed': 'true',
    'signed twice': 'true',
    'a false signature behind the right one': 'false',
    'ninety-nine witnesses': 'true',
    'a hundred witnesses': 'false',
  });
  t.deepEqual(named(await verdictsOf(python, ['infra/audit/verdicts.py'], lines)), expected);
  t.deepEqual(named(await verdictsOf(go, [], lines)), expected);
});

function withCapitalId(key: string): string {
  return key.replace(/\+[0-9a-f]{8}\+/, (id) => id.toUpperCase());
}

test('a proof leads over the replacement of the key, for whoever knows both keys', async (t) => {
  await using engine = await openSqliteEventLog({ path: join(scratchFolder(t), 'ledger.db') });
  const log = chainedLog(engine);
  const signedBy = async (word: string, expectedRevision: number | 'no_stream') => {
    await log.append('credit-others', expectedRevision, [
      { id: randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{"v":1}' },
    ]);
    return await checkpointOf(log, word);
  };
  const [older, newer] = [await signedBy('ledger', 'no_stream'), await signedBy('its successor', 0)];
  const hashes = (await proveConsistency(log, older.head, newer.head)) ?? raise();
  const proof = hashes.map((hash) => hash.toString('base64'));
  const [former, own] = [older.verifier_key, newer.verifier_key];
  // The name and the id of the former key, and what it did not sign.
  const id = readNote(older.checkpoint)?.signatures[0]?.keyId ?? '';
  const falsely = Buffer.concat([Buffer.from(id, 'hex'), Buffer.alloc(64)]).toString('base64');
  const forged = `${newer.checkpoint}— ${older.head.origin} ${falsely}\n`;
  const asked = [
    { key: `${own} ${former}`, newer: newer.checkpoint, expected: 'true' },
    { key: `${former} ${own}`, newer: newer.checkpoint, expected: 'true' },
    { key: own, newer: newer.checkpoint, expected: 'false' },
    { key: former, newer: newer.checkpoint, expected: 'false' },
    { key: '', newer: newer.checkpoint, expected: 'false' },
    { key: `${own} x`, newer: newer.checkpoint, expected: 'false' },
    // An id in capitals is another word, unless it has digits alone.
    {
      key: `${own} ${withCapitalId(former)}`,
      newer: newer.checkpoint,
      expected: String(withCapitalId(former) === former),
    },
    { key: `${own} ${former}`, newer: forged, expected: 'false' },
  ];
  const lines = asked.map((each) => `${JSON.stringify({ ...each, older: older.checkpoint, proof })}\n`).join('');
  const expected = asked.map((each) => each.expected);
  t.deepEqual(await verdictsOf(python, ['infra/audit/verdicts.py'], lines), expected);
  t.deepEqual(await verdictsOf(go, [], lines), expected);
});

function raise(): never {
  throw new Error('there is none');
}

test('verify.py finds a whole ledger as it was signed, and refuses one in which any event was changed', async (t) => {
  const folder = scratchFolder(t);
  const [path, edited, note] = ['ledger.db', 'edited.db', 'checkpoint.txt'].map((name) => join(folder, name));
  if (path === undefined || edited === undefined || note === undefined) return t.fail();
  let key: string;
  {
    await using engine = await openSqliteEventLog({ path });
    const log = chainedLog(engine);
    await recordLedger(log);
    const { checkpoint, verifier_key } = await checkpointOf(log);
    writeFileSync(note, checkpoint);
    key = verifier_key;
  }
  const verify = (file: string) => run(python, ['infra/audit/verify.py', 'ledger', file, note, key]);
  t.regex((await verify(path)).stdout, /^\d+ events are as they were signed\n$/);
  const signed = await run(python, ['infra/audit/verify.py', 'checkpoint', note, key]);
  t.regex(signed.stdout, /^signed by waybill\//);
  for (const [what, sql] of Object.entries({
    'another amount': `UPDATE events SET data = replace(data, '"10.000000000"', '"11.000000000"') WHERE type = 'WalletCredited'`,
    'another time': 'UPDATE events SET recorded_at = recorded_at + 1 WHERE position = 3',
    'another id': `UPDATE events SET id = '${randomUUID()}' WHERE position = 4`,
    'a missing event': 'DELETE FROM events WHERE position = 5',
  })) {
    editedCopy(path, edited, (database) => {
      database.exec(sql);
      redigested(database);
    });
    await t.throwsAsync(verify(edited), { message: /refused: / }, what);
  }
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { verifyEd25519 } from '../../../src/adapters/ed25519-note-signer.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import type { LedgerCheckpoint } from '../../../src/domain/checkpoints/checkpoint-events.ts';
import { readNote, signedNoteText } from '../../../src/domain/checkpoints/signed-note.ts';
import { originOf, readTreeHead, treeHeadText, type TreeHead } from '../../../src/domain/checkpoints/tree-head.ts';
import { leafHash, noteKeyId } from '../../../src/domain/checkpoints/tree-hash.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { verifyLedger, type LedgerVerdict } from '../../../src/ledger/verify/verify-ledger.ts';
import type { RecordedEvent } from '../../../src/ports/event-log.ts';
import { checkpointOf, signerOf } from '../../_support/checkpoints.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { digestedAnew, logHolding } from '../_tampered-log.ts';

/** A ledger that ends with a checkpoint. */
async function recorded() {
  const log = chainedLog(createMemoryEventLog());
  await recordLedger(log);
  await checkpointOf(log);
  return { log, events: await log.readAll({ limit: 1_000 }) };
}

function verified(log: Parameters<typeof logHolding>[0], events: readonly RecordedEvent[]): Promise<LedgerVerdict> {
  const readModels = createMemoryReadModels(log);
  const options = { readModels, projections: [], now: 0, verifySignature: verifyEd25519 };
  return verifyLedger({ log: logHolding(log, digestedAnew(events)), ...options });
}

/** The checkpoint with another head, signed by the key of a word. */
function signedAnew(data: LedgerCheckpoint, change: (head: TreeHead) => TreeHead, word = 'ledger'): LedgerCheckpoint {
  const head = readTreeHead(readNote(data.checkpoint)?.text ?? '');
  if (head === null) throw new Error('no head');
  const changed = change(head);
  const { publicKey, sign } = signerOf(word);
  const text = treeHeadText(changed);
  const signature = { name: head.origin, keyId: noteKeyId(head.origin, 1, publicKey), bytes: sign(text) };
  return { ...data, checkpoint: signedNoteText({ text, signatures: [signature] }), size: changed.size };
}

const forgeries: Readonly<Record<string, (data: LedgerCheckpoint) => LedgerCheckpoint>> = {
  'another root, signed by the key of the ledger': (data) =>
    signedAnew(data, (head) => ({ ...head, root: leafHash('another') })),
  'another origin': (data) => signedAnew(data, (head) => ({ ...head, origin: originOf(leafHash('another')) })),
  'fewer events': (data) => signedAnew(data, (head) => ({ ...head, size: head.size - 1 })),
  'more events than there are': (data) => signedAnew(data, (head) => ({ ...head, size: head.size + 1_000 })),
  'a signature by another key': (data) => signedAnew(data, (head) => head, 'another'),
  'a changed signature': (data) => ({ ...data, checkpoint: data.checkpoint.replace(/.{12}=?\n$/, 'AAAAAAAAAAA=\n') }),
  'no signed note': (data) => ({ ...data, checkpoint: 'none' }),
  'no key': (data) => ({ ...data, verifier_key: 'none' }),
  'another position': (data) => ({ ...data, position: '1' }),
  'a tile that is none': (data) => ({ ...data, tiles: [{ root: leafHash('a').toString('base64'), after: null }] }),
  'another edge': (data) => ({ ...data, edge: [leafHash('a').toString('base64')] }),
  'another place of the open tile': (data) => ({ ...data, open_after: '1' }),
};

test('a ledger with a checkpoint verifies, and tells what it covers', async (t) => {
  const { log, events } = await recorded();
  const verdict = await verified(log, events);
  t.like(verdict, { ok: true, checkpoint: { size: events.length - 1 } });
  t.is(verdict.ok && verdict.tree?.size, events.length);
});

for (const [title, forge] of Object.entries(forgeries)) {
  test(`a recorded checkpoint is found to be false: ${title}`, async (t) => {
    const { log, events } = await recorded();
    const last = events.length - 1;
    const event = events[last];
    if (event === undefined) return void t.fail();
    const data = JSON.stringify(forge(JSON.parse(event.data) as LedgerCheckpoint));
    t.like(await verified(log, events.with(last, { ...event, data })), {
      ok: false,
      difference: { kind: 'checkpoint', stream: event.stream, revision: 0 },
    });
  });
}

test('an event before a checkpoint that was changed, with every digest computed anew, is found by it', async (t) => {
  const { log, events } = await recorded();
  const renamed = events.map((event, index) => (index === 3 ? { ...event, id: randomUUID() } : event));
  t.like(await verified(log, renamed), { ok: false, difference: { kind: 'checkpoint' } });
});

test('what is recorded during a verification is left to the next one', async (t) => {
  const { log, events } = await recorded();
  const held = logHolding(log, events);
  let isFirst = true;
  const growing = {
    ...held,
    readAll: async (options?: Parameters<typeof held.readAll>[0]) => {
      if (options?.streamPrefixes === undefined || !isFirst) return await held.readAll(options);
      isFirst = false;
      return [];
    },
  };
  const options = { readModels: createMemoryReadModels(log), projections: [], now: 0, verifySignature: verifyEd25519 };
  t.like(await verifyLedger({ log: growing, ...options }), { ok: true });
});

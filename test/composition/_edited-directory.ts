import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import {
  contentKey,
  keyPepper,
  readableReadModelsKey,
  readModelsKey,
  SecretFileUnusable,
} from '../../src/adapters/secret-file.ts';
import { openAuditedFile } from '../../src/adapters/sqlite-event-log/audited-file.ts';
import { FileRefused } from '../../src/adapters/sqlite-event-log/database.ts';
import { openSession } from '../../src/adapters/sqlite-event-log/session.ts';
import { openSqliteReadModels } from '../../src/adapters/sqlite-read-models.ts';
import { assertFoldedFrom } from '../../src/composition/assert-folded-from.ts';
import {
  contentKeyPrefix,
  DataDirectoryIdentity,
  DirectoryContradicted,
  readModelsFile,
} from '../../src/composition/data-directory-identity.ts';
import { openLedger, type OpenedLedger } from '../../src/composition/opened-ledger.ts';
import {
  chainedDigest,
  metadataWithDigest,
  noDigest,
  runningDigest,
  singleDigest,
  splitMetadata,
} from '../../src/domain/event-digest.ts';
import type { TreeHead } from '../../src/domain/checkpoints/tree-head.ts';
import { changeTopup, confirmTopup } from '../../src/ledger/administration/topups.ts';
import { createTransfer } from '../../src/ledger/administration/transfers.ts';
import { closeBill } from '../../src/ledger/bills/close-bill.ts';
import { makeBill } from '../../src/ledger/bills/make-bill.ts';
import { originOfLog } from '../../src/ledger/checkpoints/recorded-checkpoints.ts';
import { ConfigurationRecorder } from '../../src/ledger/configuration-recorder.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { contentStream, isThinned, responseStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { EventLogUnavailable, type Position } from '../../src/ports/event-log.ts';
import { ReadModelsUnavailable } from '../../src/ports/read-models.ts';
import type { LogIdentity } from '../../src/ports/log-identity.ts';
import { SteadyClock } from '../../src/time/steady-clock.ts';
import { record } from '../_support/recorded-log.ts';
import { otherWalletId, recordLedger } from '../_support/recorded-ledger.ts';
import {
  byOperator,
  credit,
  eur,
  id,
  keyA,
  open,
  reserve,
  settle,
  tenantId,
  userId,
  walletId,
  uncounted,
} from '../_support/wallet-vocabulary.ts';

/** A data directory as a gateway leaves it, and what its next start and `ledger verify` say of it. In this thread. */

const contentKeyName = `${contentKeyPrefix}content-key`;
export const closedWalletId = id('a', 3);

/** Writes a ledger that has something of everything, its read models and its secrets. */
export async function writeDirectory(dataDir: string): Promise<void> {
  const ledger = await openLedger({ dataDir, engine: 'sqlite' });
  const pepper = await ledger.secret('key-pepper', (mayMake) => keyPepper(dataDir, null, mayMake));
  const key = await ledger.secret(contentKeyName, (mayMake) => contentKey(dataDir, mayMake));
  await recordLedger(ledger.log);
  await recordPayments(ledger, pepper);
  await recordClosings(ledger);
  const cipher = createAesContentCipher([{ id: 'content-key', key }]);
  const contents = new SealedContents({ ...ledger, cipher, createId: randomUUID });
  for (const response_id of [id('8', 1), id('8', 2)]) {
    const content_digest = await contents.put(contentStream(response_id), response_id, randomBytes(2_000));
    const data = { ...storedResponse, response_id, counted_bytes: 2_000, content_digest };
    await record(ledger.log, responseStream(response_id), { type: 'ResponseStored', data });
  }
  await recordBill(ledger);
  await new ConfigurationRecorder({ log: ledger.log, instanceId: 'gateway', createId: randomUUID }, []).record([
    {
      type: 'ConfigurationChanged',
      data: {
        instance_id: 'gateway',
        digest: 'ab'.repeat(32),
        settings: ['targets.small.prices'],
        price_lists: ['small 2'],
        actor: 'cli:operator',
      },
    },
  ]);
  await ledger.follower.caughtUp();
  await ledger.close();
}

const storedResponse = {
  user_id: userId,
  tenant_id: tenantId,
  key_id: keyA,
  reservation_id: id('e', 1),
  profile: 'light',
  target: 'small',
  previous_response_id: null,
  created_at: '2026-01-02T03:04:05.678Z',
  expires_at: '2999-01-02T03:04:05.678Z',
  content_bytes: 2_000,
  item_hashes: [],
};

async function recordPayments({ log, wallets, bankEntries }: OpenedLedger, pepper: Buffer): Promise<void> {
  const deps = { log, wallets, bankEntries, createId: randomUUID, keyHasher: createHmacKeyHasher(pepper) };
  const topup = { topup_id: id('6', 1), tenant_id: tenantId, wallet_id: otherWalletId, amount_eur: '20.000000000' };
  const expires_at = '2999-01-01T00:00:00.000Z';
  await changeTopup(deps, topup.topup_id, {
    type: 'request_topup',
    topup: { ...topup, reference: 'WB-000001', expires_at },
  });
  const received = { bank_reference: 'E2E-0001', bank_date: '2026-11-20', received_eur: '20.000000000' };
  assertAccepted(await confirmTopup(deps, topup.topup_id, { received, actor: 'cli:operator' }));
  assertAccepted(
    await createTransfer(deps, {
      transferId: id('7', 1),
      tenantId,
      sourceId: otherWalletId,
      destinationId: walletId,
      amount: 2_000_000_000n,
      reason: 'share',
    }),
  );
}

/** Wallet of its own, which is closed after every four events. */
async function recordClosings({ log }: OpenedLedger): Promise<void> {
  const wallets = new Wallets({ log, createId: randomUUID, closingTimes: { events: 4, milliseconds: 86_400_000 } });
  const hold = (n: number) => ({ ...reserve('0.5'), reservationId: id('e', n) });
  const charge = {
    cost: { total: eur('0.25'), lines: [] },
    counted: uncounted,
    ...byOperator,
  } as const;
  const ended = (n: number) => ({ ...settle('0'), ...charge, reservationId: id('e', n) });
  const commands = [
    { ...open, walletId: closedWalletId },
    credit('20', id('f', 21)),
    hold(21),
    ended(21),
    hold(22),
    credit('1', id('f', 22)),
    ended(22),
  ];
  for (const command of commands) assertAccepted(await wallets.execute(closedWalletId, command));
}

/** The second wallet as the bill of its tenant. */
async function recordBill({ log }: OpenedLedger): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const holdBefore = (id: string) => ({ heldAt: '2026-01-01T00:00:00.000Z', model: id });
  const order = { tenantId, month, zone: 'UTC', walletIds: [otherWalletId], closed: [], holdBefore };
  const { figures, digest, wallets } = await makeBill(log, order);
  const { tenant_id, zone, from_time, before_time, opening_eur, closing_eur } = figures;
  const origin = (await originOfLog(log)) ?? '';
  const bill = { tenant_id, month, origin, zone, from_time, before_time, opening_eur, closing_eur, digest };
  assertAccepted(
    await closeBill({ log, createId: randomUUID }, { type: 'close_bill', bill: { ...bill, wallets: [...wallets] } }),
  );
}

function assertAccepted(answer: { readonly accepted: boolean }): void {
  if (!answer.accepted) throw new Error(`refused: ${JSON.stringify(answer)}`);
}

export const copyOf = (directory: string, to: string): void => cpSync(directory, to, { recursive: true });

function readModelsOf(directory: string, readOnly: boolean) {
  const key = (readOnly ? readableReadModelsKey : readModelsKey)(directory);
  const comparePositions = (a: Position, b: Position): number => Number(a) - Number(b);
  return openSqliteReadModels({
    path: join(directory, readModelsFile(null)),
    comparePositions,
    readOnly,
    ...(key && { key }),
  });
}

/** The checks of a start, in its order; `null`: it starts. */
export async function startOf(directory: string): Promise<Error | null> {
  try {
    const identity = new DataDirectoryIdentity(directory);
    identity.assertLedgerThere();
    const place = { path: join(directory, 'ledger.db'), lockWaitMs: 1_000, clockSettleMs: 0, mayCreate: true };
    const session = openSession(place, new SteadyClock({ settleMs: 0 }));
    try {
      await startOn(directory, identity, logIdentity(session.status));
    } finally {
      session.close();
    }
    return null;
  } catch (error) {
    const refusals = [DirectoryContradicted, FileRefused, SecretFileUnusable, ReadModelsUnavailable];
    if (refusals.some((refusal) => error instanceof refusal)) return error as Error;
    throw error;
  }
}

async function startOn(directory: string, identity: DataDirectoryIdentity, log: LogIdentity): Promise<void> {
  await identity.assertSameLedger(log);
  using readModels = readModelsOf(directory, false);
  await assertFoldedFrom(directory, readModels, log);
  await identity.secret('key-pepper', log, (mayMake) => keyPepper(directory, null, mayMake));
  await identity.secret(contentKeyName, log, (mayMake) => contentKey(directory, mayMake));
}

function logIdentity(status: ReturnType<typeof openSession>['status']): LogIdentity {
  return {
    status: async () => status.status(),
    digestAt: async (position) => status.digestAt(position),
    streamTrouble: async (prefixes) => status.streamTrouble(prefixes),
    keepFingerprint: async (name, fingerprint) => status.keepFingerprint(name, fingerprint),
    forgetFingerprint: async (name) => status.forgetFingerprint(name),
    assertWritable: async () => status.assertWritable(),
  };
}

/** `ledger verify`, with a checkpoint or without. Raises what the command prints instead of a verdict. */
export async function verdictOf(directory: string, kept?: TreeHead): Promise<LedgerVerdict> {
  const { ledger: reached } = new DataDirectoryIdentity(directory);
  using log = openAuditedFile(join(directory, 'ledger.db'), reached);
  using readModels = existsSync(join(directory, readModelsFile(null))) ? readModelsOf(directory, true) : null;
  return await verifyLedger({
    log,
    readModels: readModels ?? { snapshot: () => ({ checkpoint: null, documents: new Map() }) },
    projections: projectionCatalogue,
    now: 0,
    ...(kept && { checkpoints: [kept] }),
  });
}

const startWords: readonly (readonly [RegExp, string])[] = [
  [/its last event/, 'last event'],
  [/streams were recorded|was edited: stream/, 'streams'],
  [/another history than/, 'history'],
  [/older copy/, 'older copy'],
  [/is ledger .* belongs to ledger/, 'another ledger'],
  [/identity\.json cannot be read/, 'identity'],
  [/missing or empty/, 'missing ledger'],
  [/[Tt]he read models|^read models/, 'read models'],
  [/key-pepper|content-key/, 'secret'],
  [/has schema|is damaged/, 'file'],
];

/** What the table says of a directory: what the start, `verify` and `verify` with a checkpoint make of it. */
export async function outcomesOf(
  directory: string,
  kept: TreeHead,
): Promise<{ readonly start: string; readonly verify: string; readonly checkpoint: string }> {
  const kindOf = async (kept?: TreeHead): Promise<string> => {
    try {
      const verdict = await verdictOf(directory, kept);
      return verdict.ok ? '–' : `\`${verdict.difference.kind}\``;
    } catch (error) {
      const refusals = [EventLogUnavailable, DirectoryContradicted, FileRefused, ReadModelsUnavailable];
      if (refusals.some((refusal) => error instanceof refusal)) return 'refused';
      throw error;
    }
  };
  const verify = await kindOf();
  const checkpoint = verify === '–' ? await kindOf(kept) : '–';
  const refused = await startOf(directory);
  if (refused === null) return { start: readingOf(directory) === null ? '–' : 'when it is read', verify, checkpoint };
  const word = startWords.find(([message]) => message.test(refused.message))?.[1];
  if (word === undefined) throw refused;
  return { start: word, verify, checkpoint };
}

/** What a read of every document raises in a gateway that runs; `null`: nothing. */
export function readingOf(directory: string): Error | null {
  try {
    using readModels = readModelsOf(directory, false);
    for (const projection of projectionCatalogue) {
      readModels.checkpoint(projection);
      readModels.list(projection);
    }
    return null;
  } catch (error) {
    if (error instanceof ReadModelsUnavailable) return error;
    throw error;
  }
}

/** Computes every digest of a ledger anew, as a person can who knows how: of events, of streams and of the log. */
export function redigested(database: DatabaseSync): void {
  const rows = database
    .prepare(
      'SELECT position, name, revision, recorded_at, events.id AS id, type, data, metadata FROM events JOIN streams ON streams.id = stream_id ORDER BY position',
    )
    .all();
  const put = database.prepare('UPDATE events SET metadata = ?, digest = ? WHERE position = ?');
  const tails = new Map<string, string>();
  let running: string = noDigest;
  for (const row of rows) {
    const [stream, eventId, type, data, text] = [row['name'], row['id'], row['type'], row['data'], row['metadata']].map(
      String,
    ) as [string, string, string, string, string];
    const metadata = splitMetadata(text)?.metadata ?? text;
    const [position, revision, recordedAtMs] = [
      Number(row['position']),
      Number(row['revision']),
      Number(row['recorded_at']),
    ];
    const event = { stream, revision, id: eventId, type, data, metadata };
    const digest = isThinned(stream) ? singleDigest(event) : chainedDigest(tails.get(stream) ?? noDigest, event);
    tails.set(stream, digest);
    running = runningDigest(running, { position, revision, recordedAtMs, digest });
    put.run(metadataWithDigest(metadata, digest), running, position);
  }
  database.prepare('UPDATE log SET digest = ?').run(running);
}

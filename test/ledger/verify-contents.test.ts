import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { contentStream, fileStream, idempotencyStream, responseStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../src/ledger/verify/verify-ledger.ts';
import { record } from '../_support/recorded-log.ts';

const contentId = randomUUID();

/** The facts that a content can have, each with the member that names it and the stream that it stands in. */
const facts = {
  ResponseStored: { naming: 'response_id', stream: responseStream(contentId) },
  FileUploaded: { naming: 'file_id', stream: fileStream(contentId) },
  IdempotentRequestAnswered: { naming: 'content_id', stream: idempotencyStream('0'.repeat(64)) },
} as const;

type FactType = keyof typeof facts;

function factOf(type: FactType, digest: string): DomainEvent {
  const path = join(import.meta.dirname, `../domain/events-golden/${type}.v1.json`);
  const [data] = JSON.parse(readFileSync(path, 'utf8')) as readonly object[];
  // The golden data of the type, about another content.
  return { type, data: { ...data, [facts[type].naming]: contentId, content_digest: digest } } as unknown as DomainEvent;
}

function ledger() {
  const engine = createMemoryEventLog();
  const log = chainedLog(engine);
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const contents = new SealedContents({ log, retention: engine, cipher, createId: randomUUID });
  const put = (): Promise<string> => contents.put(contentStream(contentId), 'owner', randomBytes(100_000));
  const verdict = (): Promise<LedgerVerdict> =>
    verifyLedger({ log, readModels: createMemoryReadModels(log), projections: [], now: 0 });
  return { log, contents, put, verdict };
}

for (const type of Object.keys(facts) as FactType[]) {
  const { stream } = facts[type];

  test(`${type} is compared with the sealed content that it is about`, async (t) => {
    const { log, put, verdict } = ledger();
    await record(log, stream, factOf(type, await put()));
    t.true((await verdict()).ok);
  });

  test(`${type} about another sealed content is named, whole as that content is`, async (t) => {
    const { log, put, verdict } = ledger();
    const digest = await ledger().put();
    const found = await put();
    await record(log, stream, factOf(type, digest));
    const after = await verdict();
    if (after.ok) return t.fail('it was not noticed');
    t.like(after.difference, { kind: 'content_digest', stream, expected: digest, found });
  });

  test(`${type} with a removed content is not compared`, async (t) => {
    const { log, contents, put, verdict } = ledger();
    const digest = await put();
    await contents.remove(contentStream(contentId));
    await record(log, stream, factOf(type, digest));
    t.true((await verdict()).ok);
  });

  test(`${type} without a digest is refused`, async (t) => {
    const { log, put, verdict } = ledger();
    const { content_digest: _, ...data } = factOf(type, await put()).data as { readonly content_digest: string };
    await record(log, stream, { type, data } as unknown as DomainEvent);
    const after = await verdict();
    if (after.ok) return t.fail('it was not noticed');
    t.like(after.difference, { kind: 'event_data', stream });
  });
}

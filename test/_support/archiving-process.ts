// A process that archives the ledger of a file as a gateway does, until nothing is left, and says what that took its own thread:
// `node archiving-process.ts LEDGER SETTINGS RANGE_BYTES`.
import { createHash, randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEd25519NoteSigner } from '../../src/adapters/ed25519-note-signer.ts';
import { createS3ArchiveStore, type S3ArchiveSettings } from '../../src/adapters/s3-archive-store.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { createThreadRangeFiles } from '../../src/adapters/thread-range-files.ts';
import { ArchiveWriter } from '../../src/ledger/archive/archive-writer.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';

const [path = '', settings = '', rangeBytes = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
await using engine = await openSqliteEventLog({ path });
// Settings of the test's own.
await using store = createS3ArchiveStore(JSON.parse(settings) as S3ArchiveSettings);
await using files = createThreadRangeFiles();
const writer = new ArchiveWriter({
  log: chainedLog(engine),
  logEnd: engine,
  store,
  files,
  signer: createEd25519NoteSigner(createHash('sha256').update('ledger').digest()),
  createId: randomUUID,
  secrets: () => Promise.resolve({}),
  now: Date.now,
  limits: { rangeBytesMax: Number(rangeBytes), rangeMs: 0, othersMs: 0, sealedContents: false },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const before = process.threadCpuUsage();
const { signal } = new AbortController();
say('begun');
for (let isMore = true; isMore;) {
  try {
    isMore = await writer.step(signal);
  } catch (error) {
    // Another process writes the same object at the same time.
    if (!(error instanceof Error && error.name === 'ArchiveUnavailable')) throw error;
  }
}
const { user, system } = process.threadCpuUsage(before);
const ranges = writer.last?.number ?? 0;
say(JSON.stringify({ ranges, threadCpuMs: (user + system) / 1_000, pauseMs: delay.max / 1e6 }));

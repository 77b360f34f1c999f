import { parentPort, workerData } from 'node:worker_threads';
import { projectionCatalogue } from '../../../projections/catalogue.ts';
import { commandParts } from '../../composition/command-parts.ts';
import { ledgerPart } from '../../ledger/verify/ledger-part.ts';
import { replayPart, type PartReport } from '../../ledger/verify/part-replay.ts';
import { storedReadModels } from './stored-read-models.ts';

export interface PartWorkerOptions {
  /** Path of the log. */
  readonly path: string;
  /** Path of the read models, which may not exist. */
  readonly readModelsPath: string;
  readonly now: number;
  /** 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

export type FromPartWorker =
  | { readonly kind: 'progress'; readonly events: number }
  | { readonly kind: 'report'; readonly report: PartReport | null };

/** Interval of progress reports. */
const progressEvents = 10_000;

function post(message: FromPartWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message);
}

// `as`: the thread is started with these options only. An error ends the thread and is raised in its parent.
const { path, readModelsPath, now, number, count } = workerData as PartWorkerOptions;

using log = await commandParts.storedLedgerFile(path, {
  isAudited: true,
  ...(count > 1 && { only: ledgerPart(number, count) }),
});
using stored = await storedReadModels(readModelsPath, log);
let reportedEvents = 0;
const report = await replayPart({
  log,
  readModels: stored.readModels,
  projections: projectionCatalogue,
  now,
  number,
  count,
  onProgress: (events) => {
    if (events - reportedEvents < progressEvents) return;
    reportedEvents = events;
    post({ kind: 'progress', events });
  },
});
post({ kind: 'report', report });

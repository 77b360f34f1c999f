import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { actorSchema } from '../domain/actor.ts';
import { liveInstances } from '../adapters/sqlite-instance-liveness.ts';
import type { ReloadOutcome } from './reload.ts';

/**
 * How `waybill config reload` reaches the gateways of a data directory: a file for each wish, a file for each answer. No
 * signal is sent: the number of a process may mean another one on the other side of a container's wall.
 */

const requestSchema = z.strictObject({ request_id: z.uuid(), actor: actorSchema });
export type ReloadRequest = z.infer<typeof requestSchema>;

const answerSchema = z.strictObject({
  request_id: z.uuid(),
  outcome: z.enum(['unchanged', 'taken', 'refused']),
  settings: z.array(z.string()),
  price_lists: z.array(z.string()),
  reason: z.string().nullable(),
});
export type ReloadAnswer = z.infer<typeof answerSchema>;

const folderOf = (dataDir: string): string => join(dataDir, 'configuration');
const requestPath = (dataDir: string, instanceId: string): string =>
  join(folderOf(dataDir), `${instanceId}.request.json`);
const answerPath = (dataDir: string, instanceId: string): string =>
  join(folderOf(dataDir), `${instanceId}.answer.json`);

const fileBytesMax = 1_048_576;
const lookMs = 500;

export interface ReloadRequestsOptions {
  readonly dataDir: string;
  readonly instanceId: string;
  /** Files that are taken when they change; none: only when told to. */
  readonly watched: () => readonly string[];
  take(actor: string): Promise<ReloadOutcome>;
}

/** Looks for wishes, and for changed files, twice a second. */
export function startReloadRequests(options: ReloadRequestsOptions): { stop(): Promise<void> } {
  const { dataDir, instanceId, watched } = options;
  removeLeftovers(dataDir);
  let seen = fingerprintOf(watched());
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  const look = async (): Promise<void> => {
    const request = takeFile(requestPath(dataDir, instanceId), requestSchema);
    if (request !== null) answer(dataDir, instanceId, request, await options.take(request.actor));
    const found = fingerprintOf(watched());
    if (found === seen) return;
    seen = found;
    if (request === null) await options.take('system:watch');
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = look()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, lookMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      rmSync(requestPath(dataDir, instanceId), { force: true });
      rmSync(answerPath(dataDir, instanceId), { force: true });
    },
  };
}

/** Asks a running gateway of this data directory to take its configuration anew. */
export function requestReload(dataDir: string, instanceId: string, request: ReloadRequest): void {
  write(requestPath(dataDir, instanceId), request);
}

/** The answer to a request; `null`: there is none yet. */
export function findReloadAnswer(dataDir: string, instanceId: string, requestId: string): ReloadAnswer | null {
  const found = readFile(answerPath(dataDir, instanceId), answerSchema);
  return found?.request_id === requestId ? found : null;
}

function answer(dataDir: string, instanceId: string, request: ReloadRequest, outcome: ReloadOutcome): void {
  const told: ReloadAnswer = {
    request_id: request.request_id,
    outcome: outcome.kind,
    settings: outcome.kind === 'taken' ? [...outcome.settings] : [],
    price_lists: outcome.kind === 'taken' ? [...outcome.priceLists] : [],
    reason: outcome.kind === 'refused' ? outcome.reason : null,
  };
  write(answerPath(dataDir, instanceId), told);
}

/** Whole or not at all. */
function write(path: string, content: object): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function takeFile<Content>(path: string, schema: z.ZodType<Content>): Content | null {
  if (!existsSync(path)) return null;
  const content = readFile(path, schema);
  rmSync(path, { force: true });
  return content;
}

/** `null` for what is not there, too large, or nothing of ours. */
function readFile<Content>(path: string, schema: z.ZodType<Content>): Content | null {
  try {
    if (statSync(path).size > fileBytesMax) return null;
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** A secret that is mounted is replaced by a link to another file: size and time of what it leads to tell it. */
function fingerprintOf(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        const { mtimeMs, size, ino } = statSync(file);
        return `${mtimeMs} ${size} ${ino}`;
      } catch {
        return 'missing';
      }
    })
    .join('\n');
}

function removeLeftovers(dataDir: string): void {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return;
  const alive = new Set(liveInstances(join(dataDir, 'instances')));
  for (const file of readdirSync(folder)) {
    if (!alive.has(file.split('.')[0] ?? '')) rmSync(join(folder, file), { force: true });
  }
}

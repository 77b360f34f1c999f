import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { actorSchema } from '../../domain/actor.ts';
import { removeFilesOfEnded } from '../../adapters/sqlite-instance-liveness.ts';
import type { ReloadOutcome } from './reload.ts';

/**
 * How `waybill config reload` reaches the gateways of a data directory: one file per request and one per answer, so
 * that commands that run at the same time are all answered. No signal is sent, because a process id may belong to
 * another process inside a container.
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
const requestEnd = '.request.json';
const requestPath = (dataDir: string, instanceId: string, requestId: string): string =>
  join(folderOf(dataDir), `${instanceId}.${requestId}${requestEnd}`);
const answerPath = (dataDir: string, instanceId: string, requestId: string): string =>
  join(folderOf(dataDir), `${instanceId}.${requestId}.answer.json`);

const fileBytesMax = 1_048_576;
const lookMs = 500;

export interface ReloadRequestsOptions {
  readonly dataDir: string;
  readonly instanceId: string;
  /** Files whose changes trigger a reload; none: only on request. */
  readonly watched: () => readonly string[];
  take(actor: string): Promise<ReloadOutcome>;
}

/** Checks for requests and changed files twice a second. */
export function startReloadRequests(options: ReloadRequestsOptions): { stop(): Promise<void> } {
  const { dataDir, instanceId, watched } = options;
  removeFilesOfEnded(folderOf(dataDir), join(dataDir, 'instances'));
  // The first look reloads watched files: they may have changed since the process read them and opened its ledger.
  let seen = fingerprintOf([]);
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  const look = async (): Promise<void> => {
    const requests = filesOf(dataDir, instanceId).filter((file) => file.endsWith(requestEnd));
    // Before the files are read: a later change is seen by the next look.
    const found = fingerprintOf(watched());
    const isChanged = found !== seen;
    seen = found;
    for (const file of requests) {
      const request = takeFile(file, requestSchema);
      if (request !== null) answer(dataDir, instanceId, request, await options.take(request.actor));
    }
    if (requests.length === 0 && isChanged) await options.take('system:watch');
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
      for (const file of filesOf(dataDir, instanceId)) rmSync(file, { force: true });
    },
  };
}

/** Asks a running gateway of this data directory to reload its configuration. */
export function requestReload(dataDir: string, instanceId: string, request: ReloadRequest): void {
  write(requestPath(dataDir, instanceId, request.request_id), request);
}

/** Takes the answer to a request; `null`: none yet. */
export function takeReloadAnswer(dataDir: string, instanceId: string, requestId: string): ReloadAnswer | null {
  return takeFile(answerPath(dataDir, instanceId, requestId), answerSchema);
}

function answer(dataDir: string, instanceId: string, request: ReloadRequest, outcome: ReloadOutcome): void {
  const answer: ReloadAnswer = {
    request_id: request.request_id,
    outcome: outcome.kind,
    settings: outcome.kind === 'taken' ? [...outcome.settings] : [],
    price_lists: outcome.kind === 'taken' ? [...outcome.priceLists] : [],
    reason: outcome.kind === 'refused' ? outcome.reason : null,
  };
  write(answerPath(dataDir, instanceId, request.request_id), answer);
}

/** The requests and answers of a gateway. */
function filesOf(dataDir: string, instanceId: string): readonly string[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${instanceId}.`))
    .map((file) => join(folder, file));
}

/** Writes a file atomically. */
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

/** `null`: the file does not exist, is too large, or has another format. */
function readFile<Content>(path: string, schema: z.ZodType<Content>): Content | null {
  try {
    if (statSync(path).size > fileBytesMax) return null;
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Detects changes by size and time of the link's target: mounted secrets are replaced by relinking. */
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

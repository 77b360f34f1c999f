import { readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { liveInstances, removeFilesOfEnded } from '../adapters/sqlite-instance-liveness.ts';
import { targetStatusSchema, type TargetStatus } from '../catalogue/target-status.ts';
import type { MemberStatus } from '../pools/balanced-pools.ts';

/**
 * The health of targets in each gateway of a data directory: one file per process, rewritten on changes. Each process
 * judges by its own requests, so that one with a broken network does not take targets out for the others.
 */

const statusSchema = targetStatusSchema.omit({ instance_id: true });
const fileSchema = z.strictObject({ targets: z.array(statusSchema) });

const folderOf = (dataDir: string): string => join(dataDir, 'targets');
const fileOf = (dataDir: string, instanceId: string): string => join(folderOf(dataDir), `${instanceId}.json`);

const writeMs = 1_000;
const fileBytesMax = 16_777_216;

interface TargetStatusOptions {
  readonly dataDir: string;
  readonly instanceId: string;
  readonly status: () => readonly MemberStatus[];
}

/**
 * Writes the health of targets, at most once a second and only after changes. No request waits for the write, which can
 * take long on a busy file system. Returns a function that stops the writes.
 */
export function startTargetStatuses({ dataDir, instanceId, status }: TargetStatusOptions): () => Promise<void> {
  const path = fileOf(dataDir, instanceId);
  removeFilesOfEnded(folderOf(dataDir), join(dataDir, 'instances'));
  let written = '';
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    const text = JSON.stringify({ targets: status().map(shownMember) });
    if (text === written) return;
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
    written = text;
  };
  const begin = (): void => {
    // The ledger reports a full disk; readers of this file see the last successful write.
    writing ??= write()
      .catch(() => undefined)
      .finally(() => (writing = null));
  };
  begin();
  const timer = setInterval(begin, writeMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await writing;
    await rm(path, { force: true }).catch(() => undefined);
  };
}

function shownMember({ target, upstream, status, waitMs, running, latencyMs, lastFailure }: MemberStatus) {
  return {
    target,
    upstream,
    status,
    wait_ms: Math.ceil(waitMs),
    requests_running: running,
    first_byte_ms: latencyMs === null ? null : Math.round(latencyMs),
    last_failure: lastFailure,
  };
}

/** The last written health of the running gateways of a data directory. */
export function targetStatuses(dataDir: string): readonly TargetStatus[] {
  return liveInstances(join(dataDir, 'instances')).flatMap((instanceId) =>
    readStatuses(fileOf(dataDir, instanceId)).map((status) => ({ instance_id: instanceId, ...status })),
  );
}

/** Empty for a file that does not exist, is too large, or has another format. */
function readStatuses(path: string): readonly z.infer<typeof statusSchema>[] {
  try {
    if (statSync(path).size > fileBytesMax) return [];
    return fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data?.targets ?? [];
  } catch {
    return [];
  }
}

import type { RemoveFilesDeps } from './remove-files.ts';
import type { FileDialect } from '../domain/file-id.ts';
import { plainFileName } from '../wire/form-file-name.ts';
import type { UpstreamFile } from '../protocols/files/upstream-file.ts';
import type { StoredFiles } from '../ledger/stored-files.ts';
import type { FileIndex, FileJob, OpenUpload } from '../ports/file-index.ts';
import { listAccount, removeAccountFile, type FileAccount } from './account-files.ts';

export interface EndLostUploadsDeps extends Omit<RemoveFilesDeps, 'index' | 'files' | 'graceMs'> {
  readonly index: Pick<FileIndex, 'jobs' | 'isKnown'>;
  readonly files: Pick<StoredFiles, 'fail' | 'nameHash'>;
  /** After this time an upload without an end is considered lost: longer than any upload takes. Milliseconds. */
  readonly graceMs: number;
}

/** Tolerated error of an upstream's clock, milliseconds. */
const skewMs = 300_000;
/** Jobs of a page. Identical lost uploads in two pages are searched for separately, so pages are large. */
const jobsMax = 10_000;

/**
 * Sweeps once over uploads without an end, because their process died or their outcome is unknown: searches for each at
 * its account, removes the file if found, and records the end. Returns the number of uploads ended.
 *
 * A file counts as lost only if it is not recorded, and its name, size and time match an upload without an end; never
 * while another upload of the same name and size is running, and never if more files match than were lost, because one
 * of them would belong to someone else. Raises what the index raises.
 */
export async function endLostUploads(deps: EndLostUploadsDeps, signal: AbortSignal): Promise<number> {
  if (!deps.clock.isSettled) return 0;
  const overdueBefore = deps.clock.now() - deps.graceMs;
  let ended = 0;
  for (const [dialect, fileAccount] of Object.entries(deps.accounts) as [FileDialect, FileAccount | null][]) {
    if (fileAccount !== null) ended += await endLostAt({ dialect, fileAccount, overdueBefore }, deps, signal);
  }
  return ended;
}

interface SearchedAccount {
  readonly dialect: FileDialect;
  readonly fileAccount: FileAccount;
  /** Milliseconds since the epoch. */
  readonly overdueBefore: number;
}

async function endLostAt(account: SearchedAccount, deps: EndLostUploadsDeps, signal: AbortSignal): Promise<number> {
  const { dialect, fileAccount } = account;
  let listed: { readonly there: readonly UpstreamFile[]; readonly running: ReadonlySet<string> } | null = null;
  let ended = 0;
  for await (const uploads of uploadPages(deps.index, account)) {
    const lost = uploads.filter((upload) => isOverdue(upload, account));
    if (lost.length === 0) continue;
    if (signal.aborted) return ended;
    if (listed === null) {
      const there = await listAccount(deps.upstream, { account: fileAccount, dialect }, signal);
      if (there === null) {
        deps.telemetry.warn('files_not_listed', { upstream: fileAccount.upstream, lostUploads: lost.length });
        return ended;
      }
      // Read after the list, so that it includes every upload sent before the list.
      listed = { there, running: await runningUploads(deps.index, account) };
    }
    const { there, running } = listed;
    for (const group of grouped(lost)) {
      if (!running.has(sameness(group[0]))) ended += await endGroup({ group, there, fileAccount }, deps, signal);
    }
  }
  return ended;
}

/** Uploads to one account that cannot be distinguished. */
type Group = readonly [OpenUpload, ...OpenUpload[]];

interface Search {
  readonly group: Group;
  readonly there: readonly UpstreamFile[];
  readonly fileAccount: FileAccount;
}

async function endGroup({ group, there, fileAccount }: Search, deps: EndLostUploadsDeps, signal: AbortSignal) {
  const candidates = there.filter((file) => mayBe(file, group, deps));
  const strangers: UpstreamFile[] = [];
  for (const file of candidates) if (!(await deps.index.isKnown(fileAccount.account, file.id))) strangers.push(file);
  if (strangers.length > group.length) {
    deps.telemetry.warn('lost_upload_unclear', { upstream: fileAccount.upstream, found: strangers.length });
    return 0;
  }
  let ended = 0;
  for (const [index, upload] of group.entries()) {
    const file = strangers[index];
    if (file !== undefined && !(await isRemoved(file, upload, fileAccount))) continue;
    if (await deps.files.fail(upload.file_id, file === undefined ? 'not_found' : 'removed')) ended += 1;
  }
  return ended;

  async function isRemoved(file: UpstreamFile, { dialect, file_id: fileId }: OpenUpload, { upstream }: FileAccount) {
    const removal = await removeAccountFile(deps.upstream, { dialect, upstream, upstream_file_id: file.id }, signal);
    if (removal === 'removed') return true;
    deps.telemetry.warn('file_not_removed', { fileId, upstream, removal });
    return false;
  }
}

function mayBe({ name, bytes, createdAtMs }: UpstreamFile, group: Group, { files, graceMs }: EndLostUploadsDeps) {
  const [{ bytes: sent, name_hash }] = group;
  if (createdAtMs === null || bytes !== sent || files.nameHash(plainFileName(name ?? '')) !== name_hash) return false;
  return group.some(({ began_at }) => {
    const beganAtMs = Date.parse(began_at);
    return createdAtMs >= beganAtMs - skewMs && createdAtMs <= beganAtMs + graceMs + skewMs;
  });
}

/** The uploads to an account without an end, in pages: beside any number of jobs of other kinds. */
async function* uploadPages(
  index: EndLostUploadsDeps['index'],
  { dialect, fileAccount }: SearchedAccount,
): AsyncGenerator<readonly OpenUpload[], void> {
  for (let afterId: string | null = null; ;) {
    const jobs: readonly FileJob[] = await index.jobs({ afterId, limit: jobsMax });
    yield jobs.flatMap((job) =>
      job.kind === 'upload' && job.dialect === dialect && job.account === fileAccount.account ? [job] : [],
    );
    if (jobs.length < jobsMax) return;
    afterId = jobs.at(-1)?.file_id ?? null;
  }
}

/** What distinguishes the uploads to an account that may still run. */
async function runningUploads(
  index: EndLostUploadsDeps['index'],
  account: SearchedAccount,
): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
  for await (const uploads of uploadPages(index, account)) {
    for (const upload of uploads) if (!isOverdue(upload, account)) running.add(sameness(upload));
  }
  return running;
}

function isOverdue({ began_at }: OpenUpload, { overdueBefore }: SearchedAccount): boolean {
  return Date.parse(began_at) <= overdueBefore;
}

function grouped(uploads: readonly OpenUpload[]): readonly Group[] {
  const groups = new Map<string, [OpenUpload, ...OpenUpload[]]>();
  for (const upload of uploads) {
    const group = groups.get(sameness(upload));
    if (group === undefined) groups.set(sameness(upload), [upload]);
    else group.push(upload);
  }
  return [...groups.values()];
}

/** The same for uploads to one account that cannot be distinguished. */
function sameness({ bytes, name_hash }: OpenUpload): string {
  return `${bytes} ${name_hash}`;
}

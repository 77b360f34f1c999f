import type { FileDialect } from '../domain/file-id.ts';
import type { FileFacts, FileState } from '../domain/file-life.ts';
import type { StoredFiles } from '../ledger/stored-files.ts';
import type { AgeClock } from '../time/clock.ts';
import type { FileIndex } from '../ports/file-index.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Upstream } from '../ports/upstream.ts';
import { isFileThere, removeAccountFile, type FileAccount } from './account-files.ts';

export interface RemoveFilesDeps {
  readonly index: Pick<FileIndex, 'expired' | 'jobs'>;
  readonly files: Pick<StoredFiles, 'state' | 'delete' | 'expire' | 'refuseRemoval'>;
  readonly upstream: Upstream;
  /** The configured accounts; files at other accounts wait until those are configured again. */
  readonly accounts: Readonly<Record<FileDialect, FileAccount | null>>;
  readonly clock: AgeClock;
  readonly telemetry: Telemetry;
  /** How long the process that asked for a removal may take to record the answer, milliseconds. */
  readonly graceMs: number;
}

/** Most expired files handled in one sweep; the next sweep continues. */
const sweepMax = 1_000;
/** Most unfinished removals and uploads looked at in one sweep; the next sweep continues. */
const jobsMax = 10_000;

/**
 * Creates a sweep. It deletes expired files, and files that their owner removed while the upstream was unavailable: first
 * at the upstream, then in the ledger. It also ends removals whose process died before it recorded the answer. The sweep
 * returns the number of removed files, and raises what the index raises. Several processes may sweep at once, because each
 * removal is recorded once. A file that cannot be removed does not block others. No file expires until the clock has
 * settled. An unavailable account is not asked again before the next sweep.
 */
export function createFileRemovals(deps: RemoveFilesDeps): (signal: AbortSignal) => Promise<number> {
  let afterKey: string | null = null;
  let afterId: string | null = null;
  return async (signal) => {
    const sweep = new Sweep(deps, signal);
    const jobs = await deps.index.jobs({ afterId, limit: jobsMax });
    for (const job of jobs) {
      if (job.kind === 'removal') await sweep.remove(job.file_id, 'orphaned');
      if (job.kind === 'asked_removal') await sweep.endRemoval(job.file_id);
    }
    // Continues after these, so that removals that cannot end do not block all later ones.
    afterId = jobs.length < jobsMax ? null : (jobs.at(-1)?.file_id ?? null);
    if (!deps.clock.isSettled) return sweep.removed;
    const due = await deps.index.expired(new Date(deps.clock.now()), { afterKey, limit: sweepMax });
    for (const { fileId } of due) await sweep.remove(fileId, 'stored');
    afterKey = due.length < sweepMax ? null : (due.at(-1)?.key ?? null);
    return sweep.removed;
  };
}

class Sweep {
  removed = 0;
  readonly #deps: RemoveFilesDeps;
  readonly #signal: AbortSignal;
  readonly #away = new Set<string>();

  constructor(deps: RemoveFilesDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Never raises. */
  async remove(fileId: string, stage: FileState['stage']): Promise<void> {
    if (this.#signal.aborted) return;
    try {
      const state = await this.#deps.files.state(fileId);
      if (state === null || !('facts' in state) || state.stage !== stage) return;
      if (await this.#removeUpstream(state)) await this.#record(state);
    } catch (error) {
      this.#deps.telemetry.warn('file_not_removed', { fileId }, error);
    }
  }

  /** Ends a removal of unknown outcome by checking whether the file still exists. Never raises. */
  async endRemoval(fileId: string): Promise<void> {
    if (this.#signal.aborted) return;
    const { files, clock, telemetry, graceMs } = this.#deps;
    try {
      const state = await files.state(fileId);
      if (state?.stage !== 'removing' || clock.now() - Date.parse(state.beganAt) < graceMs) return;
      const { facts } = state;
      if (!this.#isReached(facts)) return;
      const isThere = await isFileThere(this.#deps.upstream, facts, this.#signal);
      if (isThere === 'away') this.#away.add(facts.account);
      else if (isThere) await files.refuseRemoval(facts);
      else if (await files.delete(facts)) this.removed += 1;
    } catch (error) {
      telemetry.warn('file_removal_not_ended', { fileId }, error);
    }
  }

  #isReached(facts: FileFacts): boolean {
    const fileAccount = this.#deps.accounts[facts.dialect];
    return (
      fileAccount?.upstream === facts.upstream &&
      fileAccount.account === facts.account &&
      !this.#away.has(facts.account)
    );
  }

  async #removeUpstream({ facts }: FactsOf): Promise<boolean> {
    if (!this.#isReached(facts)) return false;
    const removal = await removeAccountFile(this.#deps.upstream, facts, this.#signal);
    if (removal === 'removed') return true;
    if (removal === 'away') this.#away.add(facts.account);
    this.#deps.telemetry.warn('file_not_removed', { fileId: facts.file_id, upstream: facts.upstream, removal });
    return false;
  }

  async #record({ stage, facts }: FactsOf): Promise<void> {
    const isRecorded = stage === 'orphaned' ? this.#deps.files.delete(facts) : this.#deps.files.expire(facts);
    if (await isRecorded) this.removed += 1;
  }
}

type FactsOf = Extract<FileState, { readonly facts: unknown }>;

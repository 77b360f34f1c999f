import { ByteBudget, type ByteAllocation } from '../limits/byte-budget.ts';
import { Semaphore, type Permit, type Sharer, type Waiter } from '../limits/semaphore.ts';
import { GatewayError } from '../errors.ts';
import { permitRefusal } from '../errors/permit-refusal.ts';
import { systemTimer } from '../time/timer.ts';
import { openSpoolFile, type SpoolFile } from './spool-file.ts';

/** Disk space for running uploads, limited in files and in total bytes. */
export interface Spools {
  /**
   * Opens a file for a caller when it may. `waiter`: its request. Raises `GatewayError`: 429 and 503 if it may not in
   * time, `upload_storage_full` here and at every write.
   */
  open(sharer: Sharer, waiter?: Waiter): Promise<SpoolFile>;
}

export interface SpoolsOptions {
  readonly directory: string;
  /** Most concurrent files. */
  readonly filesMax: number;
  /** Most bytes of all files in total. */
  readonly bytesMax: number;
  /** Share of what is free that one tenant, and one key within it, may use, percent. Default 100. */
  readonly sharePercentMax?: number;
  /** How many uploads may wait, and how long, milliseconds. Default 0. */
  readonly waitingMax?: number;
  readonly waitMs?: number;
  /** Opens a file; absent: {@link openSpoolFile}. */
  readonly openFile?: typeof openSpoolFile;
}

/** Error codes of the operating system: disk full, file too large, or disk limit reached. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function createSpools({
  directory,
  filesMax,
  bytesMax,
  sharePercentMax = 100,
  waitingMax = 0,
  waitMs = 0,
  openFile = openSpoolFile,
}: SpoolsOptions): Spools {
  const patience = { ...systemTimer, waitMs };
  const files = new Semaphore({ permits: filesMax, sharePercentMax, waitingMax, patience });
  const disk = new ByteBudget({ bytesMax, sharePercentMax });
  return { open };

  async function open(sharer: Sharer, waiter?: Waiter): Promise<SpoolFile> {
    const permit = await files.acquire(sharer, 1, waiter);
    if (typeof permit === 'string') throw permitRefusal(permit, 'uploads');
    try {
      const { tenantId, keyId } = sharer;
      return limited(await openFile(directory), permit, disk.open({ tenantId, keyId }));
    } catch (error) {
      permit.release();
      throw gatewayErrorOf(error);
    }
  }

  function limited(file: SpoolFile, permit: Permit, bytes: ByteAllocation): SpoolFile {
    let isClosed = false;
    return {
      descriptor: file.descriptor,
      async write(piece) {
        if (!bytes.take(piece.length)) throw new GatewayError('upload_storage_full');
        try {
          await file.write(piece);
        } catch (error) {
          throw gatewayErrorOf(error);
        }
      },
      read: (start, length) => file.read(start, length),
      async close() {
        if (isClosed) return;
        isClosed = true;
        try {
          await file.close();
        } finally {
          permit.release();
          bytes.release();
        }
      },
    };
  }
}

function gatewayErrorOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && fullCodes.has(code)
    ? new GatewayError('upload_storage_full', { cause: error })
    : error;
}

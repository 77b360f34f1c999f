import { FairRoom, type Place, type Sharer } from '../limits/fair-room.ts';
import { GatewayError } from '../errors.ts';
import { placeRefusal } from '../place-refusal.ts';
import { timedPlace } from '../ports/timed-place.ts';
import { openSpoolFile, type SpoolFile } from './spool-file.ts';

/** Disk room for running uploads, limited in files and in total bytes. */
export interface SpoolRoom {
  /**
   * Opens a file when there is a place. Raises `GatewayError`: 429 and 503 if there is none in time, `upload_storage_full`
   * here and at every write.
   */
  open(): Promise<SpoolFile>;
  /** The same room for one caller. */
  of(uploader: Uploader): SpoolRoom;
}

/** The caller of an upload. */
export interface Uploader {
  readonly sharer: Sharer;
  /** Registers a listener for the disconnection of the caller. Returns a function that removes it. */
  readonly onGone?: (listener: () => void) => () => void;
}

export interface SpoolRoomOptions {
  readonly directory: string;
  /** Most concurrent files. */
  readonly filesMax: number;
  /** Most bytes of all files in total. */
  readonly bytesMax: number;
  /** Share of the free room that one tenant, and one key within it, may use, percent. Default 100. */
  readonly sharePercentMax?: number;
  /** How many uploads may wait for a place, and how long, milliseconds. Default 0. */
  readonly waitingMax?: number;
  readonly waitMs?: number;
  /** Opens a file; absent: {@link openSpoolFile}. */
  readonly openFile?: typeof openSpoolFile;
}

/** Error codes of the operating system: disk full, file too large, or disk limit reached. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The caller that an upload without a known caller counts for. */
const nobody: Uploader = { sharer: { tenantId: '', keyId: '' } };

export function createSpoolRoom({
  directory,
  filesMax,
  bytesMax,
  sharePercentMax = 100,
  waitingMax = 0,
  waitMs = 0,
  openFile = openSpoolFile,
}: SpoolRoomOptions): SpoolRoom {
  const files = new FairRoom({ capacity: filesMax, sharePercentMax, waitingMax });
  const bytes = new FairRoom({ capacity: bytesMax, sharePercentMax, waitingMax: 0 });
  return roomOf(nobody);

  function roomOf(uploader: Uploader): SpoolRoom {
    return { of: roomOf, open: () => open(uploader) };
  }

  async function open({ sharer, onGone }: Uploader): Promise<SpoolFile> {
    const request = { sharer, units: 1, waitMs };
    const place = await timedPlace(files, onGone === undefined ? request : { ...request, onGone });
    if (typeof place === 'string') throw placeRefusal(place, 'uploads');
    try {
      return limited(await openFile(directory), place, { tenantId: sharer.tenantId, keyId: sharer.keyId });
    } catch (error) {
      place.leave();
      throw gatewayErrorOf(error);
    }
  }

  function limited(file: SpoolFile, place: Place, sharer: Sharer): SpoolFile {
    let disk: Place | null = null;
    let isClosed = false;
    return {
      descriptor: file.descriptor,
      async write(piece) {
        disk = withMore(disk, piece.length, sharer);
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
          place.leave();
          disk?.leave();
        }
      },
    };
  }

  function withMore(disk: Place | null, more: number, sharer: Sharer): Place | null {
    if (more === 0) return disk;
    if (disk !== null) {
      if (disk.grow(more)) return disk;
    } else {
      const entered = bytes.enter(sharer, more);
      if (typeof entered !== 'string') return entered;
    }
    throw new GatewayError('upload_storage_full');
  }
}

function gatewayErrorOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && fullCodes.has(code)
    ? new GatewayError('upload_storage_full', { cause: error })
    : error;
}

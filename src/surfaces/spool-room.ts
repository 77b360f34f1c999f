import { GatewayError } from '../errors.ts';
import { openSpoolFile, type SpoolFile } from './spool-file.ts';

/** Where uploads lie while their requests last: so many, and so many bytes of all of them, and no more. */
export interface SpoolRoom {
  /** Raises `GatewayError`: `overloaded` when as many are open as may be, `upload_storage_full` here and at every write. */
  open(): Promise<SpoolFile>;
}

export interface SpoolRoomOptions {
  readonly directory: string;
  /** Most files at once. */
  readonly filesMax: number;
  /** Most bytes of all files together. */
  readonly bytesMax: number;
  /** What opens a file; absent: {@link openSpoolFile}. */
  readonly openFile?: typeof openSpoolFile;
}

/** Codes of the operating system: no room for a file, or for more of one, or for the user. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function createSpoolRoom({
  directory,
  filesMax,
  bytesMax,
  openFile = openSpoolFile,
}: SpoolRoomOptions): SpoolRoom {
  let openFiles = 0;
  let bytesKept = 0;
  return {
    async open() {
      if (openFiles >= filesMax) {
        throw new GatewayError('overloaded', { detail: `The gateway takes ${filesMax} uploads at once.` });
      }
      openFiles += 1;
      try {
        return limited(await openFile(directory));
      } catch (error) {
        openFiles -= 1;
        throw told(error);
      }
    },
  };

  function limited(file: SpoolFile): SpoolFile {
    let ownBytes = 0;
    let isClosed = false;
    return {
      async write(bytes) {
        if (bytesKept + bytes.length > bytesMax) throw new GatewayError('upload_storage_full');
        bytesKept += bytes.length;
        ownBytes += bytes.length;
        try {
          await file.write(bytes);
        } catch (error) {
          throw told(error);
        }
      },
      read: (start, length) => file.read(start, length),
      async close() {
        if (isClosed) return;
        isClosed = true;
        try {
          await file.close();
        } finally {
          openFiles -= 1;
          bytesKept -= ownBytes;
        }
      },
    };
  }
}

function told(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && fullCodes.has(code)
    ? new GatewayError('upload_storage_full', { cause: error })
    : error;
}

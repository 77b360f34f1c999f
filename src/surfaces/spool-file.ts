import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';

const pieceBytes = 65_536;

/** Bytes on disk for the duration of a request. */
export interface SpoolFile {
  /** File descriptor, valid until the file is closed. */
  readonly descriptor: number;
  /** Appends bytes. Concurrent appends keep their order. */
  write(bytes: Buffer): Promise<void>;
  /** Streams the bytes from `start`. */
  read(start: number, length: number): AsyncIterable<Buffer>;
  /** Closes the file, which deletes its bytes. */
  close(): Promise<void>;
}

type Handle = Awaited<ReturnType<typeof fs.open>>;

/** Open files. Collecting an open file handle would raise an uncaught error and end the process. */
const openHandles = new Set<Handle>();

/**
 * Opens a file that only this user may read (0600) and unlinks it at once, so that the file disappears with this process,
 * however it ends.
 */
export async function openSpoolFile(directory: string): Promise<SpoolFile> {
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomUUID());
  const handle = await fs.open(path, 'wx+', 0o600);
  openHandles.add(handle);
  const close = async (): Promise<void> => {
    await handle.close();
    openHandles.delete(handle);
  };
  try {
    // The sweep over leftover files may have unlinked it already.
    await fs.rm(path, { force: true });
  } catch (error) {
    await close();
    throw error;
  }
  let end = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    descriptor: handle.fd,
    write(bytes) {
      const at = end;
      end += bytes.length;
      const written = writing.then(() => writeWhole(handle, bytes, at));
      // The next write waits for this one even if it fails; its own caller gets the error.
      writing = written.catch(() => undefined);
      return written;
    },
    read: (start, length) => readRange(handle, start, length),
    close,
  };
}

async function writeWhole(handle: Handle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

async function* readRange(handle: Handle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, length - done));
    const { bytesRead } = await handle.read(piece, 0, piece.length, start + done);
    if (bytesRead === 0) throw new Error('the spool file is shorter than what was written to it');
    done += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

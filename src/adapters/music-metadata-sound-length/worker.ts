import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { parseWebStream } from 'music-metadata';
import type { SoundFile } from '../../ports/sound-length.ts';

/**
 * A thread that reads the heads of recordings. Its parent terminates it when it takes too long: files may be hostile.
 */

const pieceBytes = 65_536;

/** The duration stated in the container, seconds; `null`: none. */
async function secondsOf(file: SoundFile): Promise<number | null> {
  try {
    const { format } = await parseWebStream(
      contentOf(file),
      { size: file.bytes },
      { duration: true, skipCovers: true, skipPostHeaders: true },
    );
    return format.duration ?? null;
  } catch {
    return null;
  }
}

function contentOf({ descriptor, start, bytes }: SoundFile): ReadableStream<Uint8Array> {
  let done = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = new Uint8Array(Math.min(pieceBytes, bytes - done));
      const read = piece.length === 0 ? 0 : readSync(descriptor, piece, 0, piece.length, start + done);
      if (read === 0) return controller.close();
      done += read;
      controller.enqueue(piece.subarray(0, read));
    },
  });
}

parentPort?.on('message', (file: SoundFile) => {
  void secondsOf(file).then((message) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    parentPort?.postMessage(message);
  });
});

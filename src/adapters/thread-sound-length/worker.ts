import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { SoundFile } from '../../ports/sound-length.ts';
import { readRecordingLength, type RecordingLength } from '../../sound/recording-length.ts';
import { SoundBytes } from '../../sound/sound-bytes.ts';

/** A thread that walks recordings, so that large ones delay no other request. */

function lengthOf({ descriptor, start, bytes }: SoundFile): RecordingLength {
  return readRecordingLength(
    new SoundBytes(bytes, (at, into) => readSync(descriptor, into, 0, into.length, start + at)),
  );
}

parentPort?.on('message', ({ task }: { readonly task: SoundFile }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  parentPort?.postMessage({ kind: 'done', result: lengthOf(task) });
});

// A reader of recordings that loops without end on some, and dies of others, as libraries have done on hostile files.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ task: { bytes: message } }: { readonly task: { readonly bytes: number } }) => {
  if (message === 1) while (performance.now() >= 0);
  if (message === 2) throw new Error('the reader broke');
  const hoard: unknown[] = [];
  if (message === 3) while (performance.now() >= 0) hoard.push(Array.from({ length: 10_000 }, () => ({})));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage({ kind: 'done', result: { foundMs: message, isWhole: true } });
});

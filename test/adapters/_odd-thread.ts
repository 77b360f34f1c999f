// A thread that does what it is told: it answers, dies, loops without end, hoards, or asks back before it answers.
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from '../../src/adapters/thread-pool.ts';

const post = (message: FromThread): void => parentPort?.postMessage(message, []);

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'answer') return post({ kind: 'done', result: message.answer });
  const { task } = message;
  if (task === 'loop') while (performance.now() >= 0);
  if (task === 'die') throw new Error('the thread broke');
  if (task === 'exit') process.exit(0);
  const hoard: unknown[] = [];
  if (task === 'hoard') while (performance.now() >= 0) hoard.push(Array.from({ length: 10_000 }, () => ({})));
  if (task === 'wait') return;
  if (task === 'fail') return post({ kind: 'failed', error: 'as it was told' });
  if (task === 'ask') return post({ kind: 'said', id: 1, words: 'what?' });
  post({ kind: 'done', result: task });
});

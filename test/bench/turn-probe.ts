// Loaded into a gateway by `npm run bench:hostile`: tells how much time of the processor its longest turn of the event loop
// took since it was asked last. Wall time would count what others do on the machine.
import { isMainThread } from 'node:worker_threads';

const lookEveryMs = 5;

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (isMainThread && process.send !== undefined) {
  let [last, longestTurnMs] = [usedMs(), 0];
  setInterval(() => {
    const now = usedMs();
    longestTurnMs = Math.max(longestTurnMs, now - last);
    last = now;
  }, lookEveryMs).unref();
  process.on('message', (asked) => {
    if (asked !== 'turns') return;
    process.send?.({ longestTurnMs });
    longestTurnMs = 0;
  });
  process.channel?.unref();
}

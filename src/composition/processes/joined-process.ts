import cluster from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import { SharedCounting } from './shared-counting.ts';
import type { FromProcess, ProcessReport, ReadyLine, ToProcess } from './process-report.ts';

/** A gateway that serves beside others on the same addresses. */
interface Joined {
  readonly line: ReadyLine;
  /** Accepts no new connections. */
  retire(): void;
  report(): Promise<ProcessReport>;
  stop(): Promise<void>;
}

/** How long a connection that was accepted may take to send its request before a process that ends refuses it. */
const lastRequestsMs = 1_000;

/** Whether this process was started by one that serves with several. */
export const isOneOfSeveral = cluster.isWorker;

/**
 * Serves beside the other processes until the one that started them says to stop, or is gone. Signals are its affair:
 * a terminal sends them to all processes at once.
 */
export async function serveJoined(start: (counting: SharedCounting) => Promise<Joined>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Node would end the process at once when the one that started it is gone, in the middle of requests.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
  const send = (message: FromProcess): void => void process.send?.(message, () => undefined);
  const counting = new SharedCounting((messages) => send({ kind: 'counting', messages }));
  let joined: Joined | null = null;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void end(joined).then(() => process.exit(0));
  };
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'counted') counting.answered(message.replies);
    else if (message.kind === 'stop') stop();
    else void joined?.report().then((report) => send({ kind: 'report', id: message.id, report }));
  });
  process.on('disconnect', () => {
    counting.gone();
    stop();
  });
  joined = await start(counting);
  if (isStopping) await joined.stop();
  else send({ kind: 'ready', line: joined.line });
}

async function end(joined: Joined | null): Promise<void> {
  joined?.retire();
  await setTimeout(lastRequestsMs);
  await joined?.stop();
}

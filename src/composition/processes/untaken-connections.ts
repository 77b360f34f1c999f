import type { Worker } from 'node:cluster';

/** What Node sends a process with a connection, and what comes back when it was taken or refused. */
interface Handed {
  readonly act?: string;
  readonly seq?: number;
}
interface Acknowledged {
  readonly ack?: number;
}
interface Connection {
  close(): void;
}

/**
 * Closes, when a process ends, the connection that was handed to it and that it had not taken. Node keeps it open, and its
 * caller would wait for ever (`findings/node-cluster-forgets-connections-of-killed-workers.sh`).
 */
export function closeUntakenConnections(worker: Worker): void {
  const untaken = new Map<number, Connection>();
  const { process } = worker;
  const send = process.send.bind(process) as (...sent: readonly unknown[]) => boolean;
  process.send = (...sent: readonly unknown[]): boolean => {
    // `as`: how Node's `cluster` calls it, for want of a public event.
    const [{ act, seq }, connection] = sent as readonly [Handed, Connection | undefined];
    if (act === 'newconn' && seq !== undefined && connection !== undefined) untaken.set(seq, connection);
    return send(...sent);
  };
  process.on('internalMessage', ({ ack }: Acknowledged) => void untaken.delete(ack ?? -1));
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close();
  });
}

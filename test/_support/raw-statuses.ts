import { connect } from 'node:net';

/** The statuses of what is answered to these bytes on one connection, which is over when the gateway closes it. */
export function rawStatuses(port: number, bytes: Buffer): Promise<readonly number[]> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (piece: Buffer) => (received += piece.toString('latin1')));
    socket
      .on('error', () => undefined)
      .once('close', () => {
        resolve([...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status)));
      });
    socket.write(bytes);
  });
}

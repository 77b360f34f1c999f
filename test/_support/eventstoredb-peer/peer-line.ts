import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/**
 * The line between clients and the peer, in a place where it can be cut: connections refused, reset, or open and dead.
 */
export class PeerLine {
  readonly targetPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #isDead = false;
  #pauses: NodeJS.Timeout | undefined;
  /** Stays the same over cuts. */
  port = 0;

  constructor(targetPort: number) {
    this.targetPort = targetPort;
  }

  async open(): Promise<void> {
    const server = createServer((client) => this.#connect(client));
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port; // listening on a port
  }

  /** Ends all connections at once and refuses new ones, as a process that was killed. */
  async cut(): Promise<void> {
    clearInterval(this.#pauses);
    const server = this.#server;
    this.#server = null;
    const closed = server === null ? null : new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Resets all connections; new ones are taken. */
  reset(): void {
    // A reset of a socket that is being shut down is refused, and its handle then keeps the process from its end.
    for (const socket of this.#sockets) {
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  /** Connections stay and are taken, but no byte goes through in either direction; or does again. */
  setDead(isDead: boolean): void {
    this.#isDead = isDead;
    for (const socket of this.#sockets) {
      if (isDead) socket.pause();
      else socket.resume();
    }
  }

  /** Stands still for so long, and goes on: as a server does in a collection, an election, or without enough threads. */
  async standStill(ms: number): Promise<void> {
    this.setDead(true);
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.setDead(false);
  }

  /** Until the line is cut. */
  standStillAgainAndAgain({ everyMs, forMs }: { readonly everyMs: number; readonly forMs: number }): void {
    this.#pauses = setInterval(() => void this.standStill(forMs), everyMs).unref();
  }

  #connect(client: Socket): void {
    const server = connect(this.targetPort, '127.0.0.1');
    client.setNoDelay();
    server.setNoDelay();
    this.#join(client, server);
    this.#join(server, client);
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes: Buffer) => {
      if (!to.write(bytes)) from.pause();
    });
    from.on('drain', () => {
      if (!this.#isDead) to.resume();
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on('end', () => to.end());
    if (this.#isDead) from.pause();
  }
}

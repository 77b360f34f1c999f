// Stands before a gateway and notes what passes.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

export interface NotingProxy {
  readonly origin: string;
  /** `POST /v1/messages 402`, in the order of the answers. */
  readonly passed: readonly string[];
}

/** Passes every request to the gateway and every answer back, cut where it was cut. */
export async function notingProxy(t: ExecutionContext, gateway: string): Promise<NotingProxy> {
  const passed: string[] = [];
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    const onward = request(new URL(url, gateway), { method, headers, agent: false }, (reply) => {
      passed.push(`${method} ${url.replace(/\?.*/, '')} ${reply.statusCode}`);
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.once('error', () => answer.destroy());
      reply.pipe(answer);
    });
    onward.once('error', () => answer.destroy());
    answer.once('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed };
}

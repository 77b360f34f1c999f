import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Beneath those that systems hand out to whoever asks for any: so nobody is given it before it is listened at. */
const portMin = 10_240;
const portMax = 32_000;
const triesMax = 100;

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(portMin, portMax);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (tries === triesMax) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

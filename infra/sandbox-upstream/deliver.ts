// Sends a good answer: the path of every request without misbehaviour, kept short because it is measured.
import { chargeWhole, requestId, sendBody } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { JsonReply, StreamReply } from './surface.ts';
import { writeEach } from './write-each.ts';

export const streamHeaders = (exchange: Exchange): Record<string, string> => ({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-request-id': requestId(exchange),
});

/** Charges, then answers: whoever has read the answer finds it in the billing records. */
export function deliverJson(exchange: Exchange, reply: JsonReply): void {
  chargeWhole(exchange);
  sendBody(exchange, { status: 200, type: reply.type ?? 'application/json', body: reply.body });
}

/** Sends each frame in a chunk of its own, as fast as the caller reads. */
export function deliverStream(exchange: Exchange, reply: StreamReply): void {
  const { response } = exchange;
  const { frames } = reply;
  response.writeHead(200, streamHeaders(exchange));
  const send = (): void => {
    exchange.framesSent = writeEach(response, frames, exchange.framesSent);
    if (response.destroyed) return;
    if (exchange.framesSent < frames.length) {
      response.once('drain', send);
      return;
    }
    chargeWhole(exchange);
    response.end();
  };
  send();
}

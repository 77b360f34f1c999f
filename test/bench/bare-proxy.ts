// The yardstick: Koa and undici `dispatch`, and nothing that a gateway is for. Forwards the body, relays the answer.
import Koa from 'koa';
import { Pool, type Dispatcher } from 'undici';

const upstream = new URL(process.env['BENCH_UPSTREAM'] ?? '');
const headers = {
  authorization: `Bearer ${process.env['BENCH_UPSTREAM_KEY'] ?? ''}`,
  'content-type': 'application/json',
};
const pool = new Pool(upstream.origin, { connections: 256 });
const application = new Koa();

application.use(async (ctx) => {
  const pieces: Buffer[] = [];
  for await (const piece of ctx.req) pieces.push(piece as Buffer);
  ctx.respond = false;
  await new Promise<void>((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {
        // Required of a handler; there is nothing to prepare.
      },
      onResponseStart(_controller, status, answerHeaders) {
        ctx.res.writeHead(status, { 'content-type': String(answerHeaders['content-type']) });
      },
      onResponseData(_controller, piece) {
        ctx.res.write(piece);
      },
      onResponseEnd() {
        ctx.res.end();
        resolve();
      },
      onResponseError(_controller, error) {
        ctx.res.destroy();
        reject(error);
      },
    };
    const path = `${upstream.pathname}/chat/completions`;
    pool.dispatch({ method: 'POST', path, headers, body: Buffer.concat(pieces) }, handler);
  });
});

const server = application.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.send?.({ base_url: `http://127.0.0.1:${port}/v1` });
});

// An upstream that says exactly what a test wants said: bytes, cut where the test cuts them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dataDirectory, environmentFor, plainPrices, startTestGateway, testConfig, type Teardown } from './gateway.ts';
import { viewLedger, type LedgerView } from './ledger-view.ts';

/** What one answer says of the credential is not to be met by the next request. */
const harmless = { account_exhausted: { weight: 0 }, credential_rejected: { weight: 0 } };

export interface ScriptedAnswer {
  /** 200 unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each piece is written by itself. */
  readonly pieces: readonly (string | Buffer)[];
  /** Sent behind the last piece, each time in an HTTP chunk of its own, until the other side closes the connection. */
  readonly flood?: string;
  /** The connection is reset behind the last piece, in the place of an end. */
  readonly isCut?: boolean;
  /** The connection stays open behind the last piece until the other side closes it. */
  readonly isHeld?: boolean;
}

export interface ScriptedCall {
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedScene {
  readonly ledger: LedgerView;
  /** Of the gateway; ends in `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  /** The origin for operators: metrics and readiness. */
  readonly operations: string;
  /** The latest call the upstream got. */
  lastCall(): ScriptedCall;
  /** What every call gets from here on. A test that sets it must run alone. */
  answer(answer: ScriptedAnswer | ((call: ScriptedCall) => ScriptedAnswer)): void;
}

interface Scene {
  readonly surfaces: readonly string[];
  readonly target?: object;
  readonly targets?: Readonly<Record<string, unknown>>;
  readonly profiles?: Readonly<Record<string, unknown>>;
  readonly upstream?: object;
  readonly server?: Readonly<Record<string, unknown>>;
  /** Further sections of the configuration. */
  readonly top?: Readonly<Record<string, unknown>>;
}

/** A gateway before such an upstream, with the profile `light` on these surfaces. It has no billing records and is asked once. */
export async function setScriptedScene(
  t: Teardown,
  {
    surfaces,
    target = {},
    targets = {},
    profiles = {},
    upstream: settings = {},
    server: serving = {},
    top = {},
  }: Scene,
): Promise<ScriptedScene> {
  let scripted: ScriptedAnswer | ((call: ScriptedCall) => ScriptedAnswer) = { pieces: [] };
  let call: ScriptedCall = { path: '', headers: {}, body: '' };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => {
      call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString() };
      void play(typeof scripted === 'function' ? scripted(call) : scripted, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a host and port has an address record.
  const upstream = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'own' };
  const config = testConfig(upstream, {
    server: serving,
    upstream: { billing_records_path: undefined, retries_max: 0, circuit_failures: 1_000, ...settings },
    target: { surfaces, prices: plainPrices, ...target },
    targets,
    profiles,
    reservations: { unknown_outcome: 'release', unknown_outcome_grace_ms: 1 },
    top: { pools: { failures: harmless }, ...top },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const { baseUrl, metricsUrl } = await startTestGateway(t, environment);
  // Before the gateway ends: it waits for answers that are held open.
  t.teardown(() => server.closeAllConnections());
  return {
    ledger,
    baseUrl,
    origin: new URL(baseUrl).origin,
    operations: new URL(metricsUrl ?? '').origin,
    lastCall: () => call,
    answer: (answer) => {
      scripted = answer;
    },
  };
}

async function play(
  { status = 200, headers = {}, pieces, flood, isCut = false, isHeld = false }: ScriptedAnswer,
  response: ServerResponse,
) {
  response.writeHead(status, headers);
  for (const piece of pieces) {
    if (piece.length > 0) await new Promise<void>((resolve) => void response.write(piece, () => resolve()));
  }
  if (flood !== undefined && response.socket !== null) await pour(response.socket, flood);
  if (isCut) response.destroy();
  else if (!isHeld) response.end();
}

/** Sends HTTP chunks until the connection is gone. */
async function pour(socket: Socket, text: string): Promise<void> {
  const chunk = `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const chunks = Buffer.from(chunk.repeat(Math.ceil(65_536 / chunk.length)));
  while (!socket.destroyed) {
    await new Promise<void>((resolve) => {
      const over = (): void => resolve();
      socket.once('close', over);
      socket.write(chunks, () => {
        socket.off('close', over);
        resolve();
      });
    });
  }
}

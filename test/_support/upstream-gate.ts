// A gate in front of a sandbox: it holds completions back until it is opened, and can cut look-ups of billing records.
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Teardown } from './gateway.ts';
import type { SandboxForTest } from './sandbox.ts';

export interface UpstreamGate {
  /** Stands for the sandbox's base URL. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Completions that wait at the door. */
  readonly held: number;
  /** Look-ups of a reservation in the billing records that were tried, denied ones included. */
  lookUps(reservationId: string): number;
  /** Completions are held from now on. */
  close(): void;
  /** Those held go on, and so do all that follow. */
  open(): void;
  /** From now on the work is done, and then this status is answered, as by a proxy that has lost patience. */
  failWith(status: number): void;
  /** Whether look-ups in the billing records are broken off. */
  denyBillingRecords(isDenied: boolean): void;
}

const billingRecordsPath = '/sandbox/billing-records/';

export async function startUpstreamGate(t: Teardown, sandbox: SandboxForTest): Promise<UpstreamGate> {
  const lookUps = new Map<string, number>();
  let waiting: (() => void)[] = [];
  let [isOpen, areRecordsDenied] = [true, false];
  let failure: number | null = null;
  // The sandbox's header, which is passed on, promises idle connections more time than Node gives them here by default: a
  // request on one that is just being closed would have an unknown outcome.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname } = new URL(request.url ?? '', sandbox.baseUrl);
    const [, reservation] = pathname.split(billingRecordsPath);
    if (reservation !== undefined) {
      lookUps.set(reservation, (lookUps.get(reservation) ?? 0) + 1);
      if (areRecordsDenied) request.socket.destroy();
      else pass(request, response, sandbox);
    } else if (isOpen) pass(request, response, sandbox, failure);
    else waiting.push(() => pass(request, response, sandbox, failure));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    // A server that listens on a host and port has an address record.
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey: sandbox.apiKey,
    get held() {
      return waiting.length;
    },
    lookUps: (reservationId) => lookUps.get(reservationId) ?? 0,
    close: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      const released = waiting;
      waiting = [];
      for (const go of released) go();
    },
    failWith: (status) => {
      failure = status;
    },
    denyBillingRecords: (isDenied) => {
      areRecordsDenied = isDenied;
    },
  };
}

/** Whoever hangs up on one side hangs up on the other. */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: SandboxForTest,
  failure: number | null = null,
): void {
  const onward = httpRequest(new URL(request.url ?? '', sandbox.baseUrl), {
    method: request.method,
    headers: request.headers,
    agent: false,
  });
  onward.once('response', (answer) => {
    if (failure !== null) {
      answer.resume().once('end', () => response.writeHead(failure).end());
      return;
    }
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.once('error', () => response.destroy());
    answer.pipe(response);
  });
  onward.once('error', () => response.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

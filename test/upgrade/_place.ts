// A ledger that two versions of Waybill share, and clients who add up what they are charged.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import {
  environmentFor,
  spawnGateway,
  testConfig,
  unauditedDirectory,
  type GatewayProcess,
  type TestTenant,
} from '../_support/gateway.ts';
import { viewLedger, viewOf, type LedgerView } from '../_support/ledger-view.ts';
import { spawnSandbox } from '../_support/sandbox.ts';

type Environment = Readonly<Record<string, string>>;
export type Engine = 'sqlite' | 'eventstoredb';

const pageEvents = 1_000;

export interface Place {
  readonly ledger: LedgerView;
  /** How a process of its own is started: on the data directory that all share, or on one of its own. */
  environment(): Environment;
}

/** No audit at the end passes: it holds what this version cannot read. */
export async function setPlace(t: ExecutionContext, engine: Engine): Promise<Place> {
  const sandbox = await spawnSandbox(t, { record: false, billingRecordsMax: 1_000 });
  const settings = {
    server: { drain_timeout_ms: 60_000 },
    reservations: { sweep_interval_ms: 1_000 },
    // A fold that begins at a closing of the later version meets no event before it.
    ledger: { closing_events: 5_000 },
  };
  if (engine === 'sqlite') {
    const shared = environmentFor(unauditedDirectory(t), testConfig(sandbox, settings));
    return { ledger: await viewLedger(t, shared), environment: () => shared };
  }
  const peer = await startPeer();
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  const ledger = { ...settings.ledger, engine, connection_string: '${LEDGER_URL}' };
  const config = testConfig(sandbox, {
    ...settings,
    ledger,
    top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] },
  });
  const seeding = unauditedDirectory(t);
  const shared = { LEDGER_URL: peer.connectionString, WAYBILL_KEY_PEPPER: keyPepper(seeding).toString('hex') };
  return {
    ledger: viewOf(chainedLog(log), seeding),
    environment: () => {
      const directory = unauditedDirectory(t);
      mkdirSync(join(directory, 'data'));
      return { ...environmentFor(directory, config), ...shared };
    },
  };
}

/** What the ledger has charged a wallet, nano-euro; it may hold events that this version does not know. */
export async function chargedIn({ ledger }: Place, { walletId }: TestTenant): Promise<bigint> {
  let charged = 0n;
  for (let fromRevision = 0; ; fromRevision += pageEvents) {
    const page = await ledger.log.readStream(walletStream(walletId), { fromRevision, limit: pageEvents });
    for (const { type, data } of page) {
      if (type !== 'ReservationSettled') continue;
      charged += nanoFromEur((JSON.parse(data) as { readonly cost_eur: string }).cost_eur);
    }
    if (page.length < pageEvents) return charged;
  }
}

/** A gateway of the version in a folder. */
export async function startVersion(
  t: ExecutionContext,
  version: string,
  environment: Environment,
  role: 'all' | 'gateway' | 'reactors' = 'all',
): Promise<GatewayProcess> {
  return await spawnGateway(t, { ...environment, WAYBILL_ROLE: role }, join(version, 'src', 'main.ts'));
}

export interface Told {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `waybill` of the version in a folder to its end. */
export function waybillOf(version: string, environment: Environment, ...args: readonly string[]): Promise<Told> {
  const words = [join(version, 'src', 'cli', 'waybill.mjs'), ...args];
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : Number(error !== null), stdout, stderr });
    });
  });
}

/** A client who calls one request after another, and adds up what it is told that they cost. */
export class Client {
  readonly tenant: TestTenant;
  /** Nano-euro. */
  charged = 0n;
  answered = 0;
  /** Calls that chose their gateway. */
  begun = 0;
  readonly failures: string[] = [];

  constructor(tenant: TestTenant) {
    this.tenant = tenant;
  }

  /** One call; every other one is streamed. Answers the text of a refusal, `null` for an answer. */
  async call(gateway: Pick<GatewayProcess, 'baseUrl'>): Promise<string | null> {
    const stream = this.answered % 2 === 1;
    const body = { model: 'light', max_tokens: 50, stream, messages: [{ role: 'user', content: 'How are you?' }] };
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) return `${response.status} ${text}`;
    const cost = response.headers.get('x-waybill-cost-eur') ?? /^: waybill \{"cost_eur":"([^"]+)"/m.exec(text)?.[1];
    if (cost === undefined) return `no cost: ${text}`;
    this.charged += nanoFromEur(cost);
    this.answered += 1;
    return null;
  }

  /** Calls whichever gateway is in the balancer, for as long as there is one. */
  async callAll(balancer: readonly GatewayProcess[]): Promise<void> {
    for (let turn = this.answered; ; turn += 1) {
      const gateway = balancer[turn % balancer.length];
      if (gateway === undefined) return;
      this.begun += 1;
      const failure = await this.call(gateway).catch((error: unknown) => String(error));
      if (failure !== null) this.failures.push(failure);
    }
  }
}

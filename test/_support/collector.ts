// The official collector between a gateway and the receiver of a test, where `npm run test:traces` names its program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from './free-port.ts';
import type { Teardown } from './gateway.ts';
import { until } from './until.ts';

/** Where the gateway tells, and in which protocol. */
export interface CollectorAddress {
  readonly url: string;
  readonly protocol: string;
}

/** A collector that passes on what it is told to `receiverUrl`, as JSON; `null` where none is named. */
export async function startCollector(t: Teardown, receiverUrl: string): Promise<CollectorAddress | null> {
  const program = process.env['WAYBILL_TEST_COLLECTOR'];
  const protocol = process.env['WAYBILL_TEST_COLLECTOR_PROTOCOL'] ?? 'http/protobuf';
  if (program === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'waybill-collector-'));
  const [own, other] = [await freePort(), await freePort()];
  const path = join(folder, 'collector.yaml');
  writeFileSync(path, stringify(configOf({ receiverUrl, protocol, own, other })));
  const child = spawn(program, ['--config', `file:${path}`], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await until('the collector listens', () => isListening(own));
  return { url: `http://127.0.0.1:${own}`, protocol };
}

interface CollectorPorts {
  readonly receiverUrl: string;
  readonly protocol: string;
  /** Of the protocol that is used. */
  readonly own: number;
  readonly other: number;
}

function configOf({ receiverUrl, protocol, own, other }: CollectorPorts): object {
  const at = (port: number): object => ({ endpoint: `127.0.0.1:${port}` });
  const isGrpc = protocol === 'grpc';
  const pipeline = { receivers: ['otlp'], exporters: ['otlp_http'] };
  return {
    receivers: { otlp: { protocols: { http: at(isGrpc ? other : own), grpc: at(isGrpc ? own : other) } } },
    exporters: {
      otlp_http: { endpoint: receiverUrl, encoding: 'json', compression: 'none', sending_queue: { enabled: false } },
    },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: pipeline, metrics: pipeline },
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

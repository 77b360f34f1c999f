import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { kafkaClasspath } from './kafka-classpath.ts';

/** One broker of a cluster. Its data stays while it is down. */
export interface KafkaBroker {
  readonly nodeId: number;
  readonly address: string;
  /** Pulls the plug and waits until it is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Apache Kafka in KRaft mode on loopback, on free ports, with its data in a temporary folder. */
export interface KafkaCluster {
  /** `host:port` of each. */
  readonly addresses: readonly string[];
  readonly brokers: readonly KafkaBroker[];
  /** Ends the processes by their ids and removes the data. */
  stop(): Promise<void>;
}

const startMsMax = 60_000;
const lookEveryMs = 100;
const java = ['-Xms128m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Starts `size` brokers; the first is the controller as well. Needs Java 17 and Maven. */
export async function startKafkaCluster(size: 1 | 2): Promise<KafkaCluster> {
  const classpath = await kafkaClasspath();
  const directory = mkdtempSync(join(tmpdir(), 'waybill-kafka-'));
  const [controllerPort = 0, ...ports] = await freePorts(size + 1);
  const clusterId = newClusterId();
  const nodes = ports.map(
    (port, n) => new Node({ classpath, directory, clusterId, controllerPort, port }, n + 1, size),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map((node) => node.format()));
    await Promise.all(nodes.map((node) => node.start()));
    await untilAllAreIn(nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  return { addresses: nodes.map(({ address }) => address), brokers: nodes, stop };
}

/** 16 bytes in base64url, as brokers name clusters. The tool would take one that begins with a hyphen for an option. */
function newClusterId(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('base64url');
}

interface Ground {
  readonly classpath: string;
  readonly directory: string;
  readonly clusterId: string;
  readonly controllerPort: number;
  readonly port: number;
}

class Node implements KafkaBroker {
  readonly nodeId: number;
  readonly address: string;
  readonly #ground: Ground;
  readonly #settings: string;
  readonly #logPath: string;
  #process: ChildProcess | null = null;

  constructor(ground: Ground, nodeId: number, size: number) {
    this.nodeId = nodeId;
    this.address = `127.0.0.1:${ground.port}`;
    this.#ground = ground;
    this.#settings = join(ground.directory, `node-${nodeId}.properties`);
    this.#logPath = join(ground.directory, `node-${nodeId}.log`);
    mkdirSync(join(ground.directory, `node-${nodeId}`));
    writeFileSync(this.#settings, settingsOf(ground, nodeId, size));
  }

  async format(): Promise<void> {
    const { classpath, clusterId } = this.#ground;
    const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', this.#settings];
    await promisify(execFile)('java', [...java, '-cp', classpath, ...tool]);
  }

  async start(): Promise<void> {
    const log = openSync(this.#logPath, 'a');
    const level = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';
    const args = [...java, level, '-cp', this.#ground.classpath, 'kafka.Kafka', this.#settings];
    const child = spawn('java', args, { stdio: ['ignore', log, log] });
    closeSync(log);
    this.#process = child;
    // A cluster must not outlive whoever started it.
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    await this.#untilAnswering(child);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async #untilAnswering(child: ChildProcess): Promise<void> {
    const lateAt = performance.now() + startMsMax;
    for (;;) {
      const isGone = child.exitCode !== null || child.signalCode !== null;
      if (isGone || performance.now() > lateAt) throw new Error(`no broker: ${readFileSync(this.#logPath, 'utf8')}`);
      if ((await brokersSeenBy(this.address)) > 0) return;
      await sleep(lookEveryMs);
    }
  }
}

function settingsOf({ directory, controllerPort, port }: Ground, nodeId: number, size: number): string {
  const isController = nodeId === 1;
  const broker = `PLAINTEXT://127.0.0.1:${port}`;
  const controller = `CONTROLLER://127.0.0.1:${controllerPort}`;
  return Object.entries({
    'process.roles': isController ? 'broker,controller' : 'broker',
    'node.id': nodeId,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: isController ? `${broker},${controller}` : broker,
    'advertised.listeners': broker,
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': join(directory, `node-${nodeId}`),
    'auto.create.topics.enable': false,
    'auto.leader.rebalance.enable': false,
    'default.replication.factor': size,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3_000,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** How many brokers the one at `address` knows; 0 when it does not answer. */
async function brokersSeenBy(address: string): Promise<number> {
  const admin = new Kafka({
    clientId: 'waybill-cluster',
    brokers: [address],
    connectionTimeout: 500,
    requestTimeout: 1_000,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  }).admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length;
  } catch {
    return 0;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function untilAllAreIn(nodes: readonly Node[]): Promise<void> {
  for (const { address } of nodes) {
    for (let looks = startMsMax / lookEveryMs; (await brokersSeenBy(address)) < nodes.length; looks -= 1) {
      if (looks <= 0) throw new Error('the brokers do not find each other');
      await sleep(lookEveryMs);
    }
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  // A server that listens on TCP has a port.
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

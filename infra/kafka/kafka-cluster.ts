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
import { kafkaClasspath, kafkaVersionsToRun } from './kafka-classpath.ts';

/** One broker of a cluster. Its data stays while it is down. */
export interface KafkaBroker {
  readonly nodeId: number;
  /** Of now: a replaced broker has another one. */
  readonly address: string;
  /** Pulls the plug and waits until it is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Puts a machine without any data in its place, under the same number at another address. */
  replace(): Promise<void>;
}

/** Apache Kafka in KRaft mode on loopback, on free ports, with its data in a temporary folder. */
export interface KafkaCluster {
  /** `host:port` of each. */
  readonly addresses: readonly string[];
  readonly brokers: readonly KafkaBroker[];
  /** What a client needs to log in, as kafkajs takes it; empty where brokers ask for nothing. */
  readonly access: KafkaAccess;
  /** The same for a user who needs a right for all that they do; without {@link KafkaClusterOptions.isRuled} as `access`. */
  readonly ruledAccess: KafkaAccess;
  /** Ends the processes by their ids and removes the data. */
  stop(): Promise<void>;
}

export interface KafkaAccess {
  /** The authority of the brokers' certificates, as PEM text. */
  readonly ssl?: { readonly ca: string };
  readonly sasl?: { readonly mechanism: 'scram-sha-512'; readonly username: string; readonly password: string };
}

export interface KafkaClusterOptions {
  readonly size: 1 | 2 | 3;
  /** Whether every broker is a controller as well. Default: the first alone. */
  readonly areControllers?: boolean;
  /** Whether clients and brokers log in by SCRAM over TLS. Default: they do not. */
  readonly isSecured?: boolean;
  /** With a login, whether there is a second user, who has no right until one is granted. Default: there is not. */
  readonly isRuled?: boolean;
}

const startMsMax = 180_000;
const lookEveryMs = 100;
const java = ['-Xms128m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * Starts Kafka of the version that `WAYBILL_TEST_KAFKA_VERSION` names, or of the newest. Needs Java 17 and Maven, which
 * brings the jars.
 */
export async function startKafkaCluster(options: KafkaClusterOptions): Promise<KafkaCluster> {
  const { size, areControllers = false, isSecured = false, isRuled = false } = options;
  const classpath = await kafkaClasspath(kafkaVersionsToRun()[0]);
  const directory = mkdtempSync(join(tmpdir(), 'waybill-kafka-'));
  const access: KafkaAccess = isSecured ? await certifiedAccess(directory) : {};
  const controllerPorts = await freePorts(areControllers ? size : 1);
  const { sasl } = access;
  const ruledAccess = isRuled && sasl !== undefined ? { ...access, sasl: { ...sasl, username: 'relay' } } : access;
  const ground = { classpath, directory, clusterId: newClusterId(), controllerPorts, access, ruledAccess, size };
  const nodes = (await freePorts(size)).map((port, n) => new Node(ground, n + 1, port));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map((node) => node.format()));
    await Promise.all(nodes.map((node) => node.start()));
    await untilAllAreIn(nodes, access);
  } catch (error) {
    await stop();
    throw error;
  }
  return { addresses: nodes.map(({ address }) => address), brokers: nodes, access, ruledAccess, stop };
}

/** 16 bytes in base64url, as brokers name clusters. The tool would take one that begins with a hyphen for an option. */
function newClusterId(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('base64url');
}

/** A certificate for loopback that vouches for itself, and a user. */
async function certifiedAccess(directory: string): Promise<Required<KafkaAccess>> {
  const password = randomBytes(12).toString('hex');
  const store = ['-keystore', join(directory, keyStore), '-storepass', password, '-alias', 'broker'];
  const names = ['-dname', 'CN=localhost', '-ext', 'san=ip:127.0.0.1,dns:localhost', '-ext', 'bc:c'];
  const run = promisify(execFile);
  await run('keytool', ['-genkeypair', '-keyalg', 'RSA', '-storetype', 'PKCS12', '-validity', '2', ...names, ...store]);
  const { stdout: ca } = await run('keytool', ['-exportcert', '-rfc', ...store]);
  return { ssl: { ca }, sasl: { mechanism: 'scram-sha-512', username: 'waybill', password } };
}

const keyStore = 'keys.p12';

interface Ground {
  readonly classpath: string;
  readonly directory: string;
  readonly clusterId: string;
  /** Of the nodes from the first on. */
  readonly controllerPorts: readonly number[];
  readonly access: KafkaAccess;
  readonly ruledAccess: KafkaAccess;
  readonly size: number;
}

class Node implements KafkaBroker {
  readonly nodeId: number;
  readonly #ground: Ground;
  readonly #settings: string;
  readonly #logPath: string;
  #port: number;
  #process: ChildProcess | null = null;

  constructor(ground: Ground, nodeId: number, port: number) {
    this.nodeId = nodeId;
    this.#ground = ground;
    this.#port = port;
    this.#settings = join(ground.directory, `node-${nodeId}.properties`);
    this.#logPath = join(ground.directory, `node-${nodeId}.log`);
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async format(): Promise<void> {
    const { classpath, clusterId, access, ruledAccess } = this.#ground;
    mkdirSync(this.#data);
    writeFileSync(this.#settings, settingsOf(this.#ground, this.nodeId, { port: this.#port, data: this.#data }));
    const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', this.#settings];
    const users = new Set([access, ruledAccess].flatMap(({ sasl }) => (sasl === undefined ? [] : [scramUser(sasl)])));
    const named = [...users].flatMap((user) => ['--add-scram', user]);
    await promisify(execFile)('java', [...java, '-cp', classpath, ...tool, ...named]);
  }

  async replace(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true });
    [this.#port = this.#port] = await freePorts(1);
    await this.format();
    await this.start();
  }

  get #data(): string {
    return join(this.#ground.directory, `node-${this.nodeId}`);
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
      if ((await brokersSeenBy(this.address, this.#ground.access)) > 0) return;
      await sleep(lookEveryMs);
    }
  }
}

function scramUser({ username, password }: Required<KafkaAccess>['sasl']): string {
  return `SCRAM-SHA-512=[name=${username},password=${password}]`;
}

interface Seat {
  readonly port: number;
  /** Where the broker keeps its data. */
  readonly data: string;
}

function settingsOf(ground: Ground, nodeId: number, { port, data }: Seat): string {
  const { controllerPorts, access, ruledAccess, size } = ground;
  const controllerPort = controllerPorts[nodeId - 1];
  const broker = `CLIENTS://127.0.0.1:${port}`;
  return Object.entries({
    'process.roles': controllerPort === undefined ? 'broker' : 'broker,controller',
    'node.id': nodeId,
    'controller.quorum.voters': controllerPorts.map((at, n) => `${n + 1}@127.0.0.1:${at}`).join(','),
    'controller.listener.names': 'CONTROLLER',
    listeners: controllerPort === undefined ? broker : `${broker},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': broker,
    'inter.broker.listener.name': 'CLIENTS',
    'listener.security.protocol.map': `CONTROLLER:PLAINTEXT,CLIENTS:${access.sasl ? 'SASL_SSL' : 'PLAINTEXT'}`,
    ...(access.sasl === undefined ? {} : loginSettings(access.sasl, join(ground.directory, keyStore))),
    ...(ruledAccess === access ? {} : rulesBut(access.sasl?.username)),
    'log.dirs': data,
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

/** Controllers speak without a login. */
function rulesBut(username = ''): Record<string, string> {
  return {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:${username};User:ANONYMOUS`,
  };
}

function loginSettings({ username, password }: Required<KafkaAccess>['sasl'], store: string): Record<string, string> {
  const module = 'org.apache.kafka.common.security.scram.ScramLoginModule';
  const stores = ['keystore', 'truststore'].flatMap((kind) => [
    [`ssl.${kind}.location`, store],
    [`ssl.${kind}.type`, 'PKCS12'],
    [`ssl.${kind}.password`, password],
  ]);
  return {
    ...Object.fromEntries(stores),
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.clients.scram-sha-512.sasl.jaas.config': `${module} required username="${username}" password="${password}";`,
  };
}

/** How many brokers the one at `address` knows; 0 when it does not answer. */
async function brokersSeenBy(address: string, access: KafkaAccess): Promise<number> {
  const admin = new Kafka({
    clientId: 'waybill-cluster',
    brokers: [address],
    // kafkajs writes into what it is given.
    ...structuredClone(access),
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

async function untilAllAreIn(nodes: readonly Node[], access: KafkaAccess): Promise<void> {
  for (const { address } of nodes) {
    for (let looks = startMsMax / lookEveryMs; (await brokersSeenBy(address, access)) < nodes.length; looks -= 1) {
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

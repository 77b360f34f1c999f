import { cliActor } from '../../cli/cli-actor.ts';
import { loadConfig, locate, type Config, type Environment } from '../../config.ts';
import type { CallerCounting } from '../../limits/caller-counting.ts';
import type { RunningGateway } from './running-gateway.ts';
import { isOneOfSeveral, serveJoined } from './joined-process.ts';
import type { ReadyLine } from './process-report.ts';
import { serveSeveral } from './serve-several.ts';
import { processesOf } from './several-processes.ts';

/** How a gateway is started in this process, or in others. */
interface Starting {
  /** The file that each of several processes runs. */
  readonly script: string;
  readonly start: (
    environment: Environment,
    shared: { readonly counting?: CallerCounting },
    loaded?: Config | null,
  ) => Promise<RunningGateway>;
}

const levelsWithoutWarnings: ReadonlySet<string> = new Set(['error', 'fatal', 'silent']);

/** Logs warnings of Node and of libraries as JSON lines, like everything else on stderr. Node writes them as text. */
function logWarnings({ WAYBILL_LOG_LEVEL: level = 'info' }: Environment): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (levelsWithoutWarnings.has(level)) return;
    const line = { level: 40, time: new Date().toISOString(), name, message, msg: 'process_warning' };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  });
}

/** Runs until a signal: the first one drains, a second one exits at once. Raises what the start raises. */
export async function serveUntilSignalled(environment: Environment, starting: Starting): Promise<void> {
  logWarnings(environment);
  if (isOneOfSeveral) return await serveJoined((counting) => startJoined(starting.start(environment, { counting })));
  // Without a listener the signal would end a process that is starting. The file may have changed since it was read.
  const renewals = new Renewals();
  process.on('SIGHUP', () => renewals.ask());
  const served = await startServing(environment, starting);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) {
      served.kill();
      process.exit(1);
    }
    isStopping = true;
    void served.stop().then(() => process.exit(0));
  };
  renewals.begin(() => served.renew());
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Printed last, because a reader may send a signal as soon as it appears.
  process.stdout.write(`waybill ready ${JSON.stringify(served.line)}\n`);
}

/** Renewals that were asked for by a signal; one during the start is made after it. */
class Renewals {
  #isAsked = false;
  #renew: (() => void) | null = null;

  ask(): void {
    if (this.#renew === null) this.#isAsked = true;
    else this.#renew();
  }

  begin(renew: () => void): void {
    this.#renew = renew;
    if (this.#isAsked) renew();
  }
}

/** What serves, in one process or several. */
interface Served {
  readonly line: ReadyLine;
  /** Takes a changed configuration; several processes take changed code as well. */
  renew(): void;
  stop(): Promise<void>;
  /** Ends other processes at once. */
  kill(): void;
}

async function startServing(environment: Environment, { script, start }: Starting): Promise<Served> {
  const config = locate(environment).isSandbox ? null : loadConfig(environment);
  const processes = config === null ? 1 : processesOf(config);
  if (config !== null && processes > 1) {
    const several = await serveSeveral(config, { processes, script, environment });
    return { ...several, renew: () => void several.replaceAll() };
  }
  const gateway = await start(environment, {}, config);
  return {
    line: readyLine(gateway),
    renew: () => void gateway.reload('system:sighup'),
    stop: () => gateway.stop(),
    kill: () => undefined,
  };
}

async function startJoined(starting: Promise<RunningGateway>) {
  const gateway = await starting;
  const { retire, report, stop } = gateway;
  return { line: readyLine(gateway), retire, report, stop };
}

function readyLine(gateway: RunningGateway): ReadyLine {
  const consoleUrl = gateway.consoleLink(cliActor());
  return {
    base_url: gateway.baseUrl,
    ...(gateway.metricsUrl && { metrics_url: gateway.metricsUrl }),
    ...(gateway.adminUrl && { admin_url: gateway.adminUrl }),
    ...(consoleUrl && { console_url: consoleUrl }),
    ...(gateway.credentialsPath && { credentials: gateway.credentialsPath }),
  };
}

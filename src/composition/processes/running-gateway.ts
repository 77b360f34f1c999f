import type { ReloadOutcome } from '../configuration/reload.ts';
import type { ProcessReport } from './process-report.ts';

/** A gateway that serves in this process. */
export interface RunningGateway {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** URL of the metrics; `null`: the listener is off. */
  readonly metricsUrl: string | null;
  /** URL of the management API, ends in `/admin/v1`; `null`: the listener is off. */
  readonly adminUrl: string | null;
  /** A link that opens the console of this gateway once, within a minute, for an actor of this machine; `null`: none. */
  consoleLink(actor: string): string | null;
  /** In sandbox mode: the file with the key and wallet of the demo tenant. */
  readonly credentialsPath: string | null;
  /** Reloads `waybill.yaml` completely or not at all; `actor` is recorded as the requester. Never raises. */
  reload(actor: string): Promise<ReloadOutcome>;
  /** What operators learn of it. */
  report(): Promise<ProcessReport>;
  /** Accepts no new connections. Requests of those that it has are answered, the last of each. */
  retire(): void;
  /** Refuses new requests, waits for the running ones, records pending events, and closes everything. */
  stop(): Promise<void>;
}

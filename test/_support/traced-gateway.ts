// A gateway of its own process that tells traces to a receiver of the test's.
import type { ExecutionContext } from 'ava';
import { text } from 'node:stream/consumers';
import type { ReceivedSpan, TraceReceiver } from './trace-receiver.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, type TenantOptions } from './gateway.ts';
import { httpCall, type HttpReply } from './http-call.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';
import { startTraceReceiver, tracingTo } from './trace-receiver.ts';
import { switchyardConfig, type SwitchyardSetting } from './switchyard-scene.ts';

export interface TracedGateway {
  readonly sandbox: SandboxForTest;
  readonly receiver: TraceReceiver;
  /** One caller's request; with a content type of its own the body is sent as it is. */
  post(path: string, body: object | string, headers?: Readonly<Record<string, string>>): Promise<TracedReply>;
  /** Ends the process as a signal does, after which everything is told; answers its log. */
  stop(): Promise<string>;
}

export interface TracedReply extends HttpReply {
  /** Its span, once it was told. */
  span(): Promise<ReceivedSpan>;
}

export interface TracedSetting extends SwitchyardSetting {
  readonly tenant?: TenantOptions;
  /** Standard variables, beside those that name the receiver. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The receiver is named for spans, and not for measurements. */
  readonly tellsSpansAlone?: boolean;
}

/** Targets of every surface, one of them told of the trace, with a sandbox and a receiver of the test's own. */
export async function startTracedGateway(t: ExecutionContext, setting: TracedSetting = {}): Promise<TracedGateway> {
  const [sandbox, receiver] = [await startSandbox(t), await startTraceReceiver(t)];
  const environment: Record<string, string> = {
    ...environmentFor(dataDirectory(t), switchyardConfig(sandbox, setting)),
    ...tracingTo(receiver),
    ...(setting.tellsSpansAlone === true && {
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.protocol === 'grpc' ? receiver.url : `${receiver.url}/v1/traces`,
    }),
    WAYBILL_LOG_LEVEL: 'info',
    ...setting.variables,
  };
  const caller = await seedTenant(environment, { allowAllModels: true, ...setting.tenant });
  const gateway = await spawnGateway(t, environment, undefined, { log: 'pipe' });
  const log = gateway.child.stderr === null ? Promise.resolve('') : text(gateway.child.stderr);
  return {
    sandbox,
    receiver,
    post: async (path, body, headers = {}) => {
      const reply = await httpCall(`${gateway.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { ...reply, span: () => receiver.request(String(reply.headers['x-request-id'])) };
    },
    stop: async () => {
      await gateway.kill('SIGTERM');
      return await log;
    },
  };
}

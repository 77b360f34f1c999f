import { dataDirectory, environmentFor, plainPrices, startTestGateway, testConfig, type Teardown } from './gateway.ts';
import { viewLedger, type LedgerView } from './ledger-view.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';
import { startUpstreamGate, type UpstreamGate } from './upstream-gate.ts';

export interface OutcomeScene {
  readonly sandbox: SandboxForTest;
  readonly gate: UpstreamGate;
  readonly ledger: LedgerView;
  readonly baseUrl: string;
}

/** One sandbox under several names: with billing records and without, with short time-outs, and a closed port. */
export async function setOutcomeScene(t: Teardown): Promise<OutcomeScene> {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const patient = { base_url: sandbox.baseUrl, api_key: sandbox.apiKey, circuit_failures: 1_000 };
  const billingRecords = { billing_records_path: '/sandbox/billing-records/{reservation_id}' };
  const target = {
    model: 'sandbox-small',
    surfaces: ['chat_completions'],
    context_tokens_max: 10_000,
    output_tokens_max: 1_000,
    prices: plainPrices,
  };
  const upstreams = {
    sandbox: { ...patient, ...billingRecords },
    'no-billing-records': patient,
    proxied: { ...patient, base_url: gate.baseUrl, ...billingRecords },
    'proxied-no-billing-records': { ...patient, base_url: gate.baseUrl },
    'short-first-byte': { ...patient, ...billingRecords, first_byte_timeout_ms: 150 },
    'short-idle': { ...patient, ...billingRecords, idle_timeout_ms: 150 },
    closed: { ...patient, base_url: 'http://127.0.0.1:1/v1', retries_max: 1, ...billingRecords },
    // Each is left alone for as long as it asks to be.
    'limited-JSON': { ...patient, ...billingRecords },
    'limited-SSE': { ...patient, ...billingRecords },
    'easily-hurt': { ...patient, ...billingRecords, retries_max: 0, circuit_failures: 2, circuit_open_ms: 600_000 },
  };
  const names = Object.keys(upstreams);
  // What one test makes of the credential is not to be met by the next.
  const harmless = { account_exhausted: { weight: 0 }, credential_rejected: { weight: 0 } };
  const config = testConfig(sandbox, {
    top: { upstreams, default_profile: 'sandbox', pools: { trial_pause_ms: 600_000, failures: harmless } },
    reservations: { sweep_interval_ms: 20, unknown_outcome: 'release', unknown_outcome_grace_ms: 1 },
  });
  const environment = environmentFor(dataDirectory(t), {
    ...config,
    targets: Object.fromEntries(names.map((upstream) => [upstream, { ...target, upstream }])),
    profiles: Object.fromEntries(names.map((name) => [name, { targets: [name] }])),
  });
  const ledger = await viewLedger(t, environment);
  const { baseUrl } = await startTestGateway(t, environment);
  return { sandbox, gate, ledger, baseUrl };
}

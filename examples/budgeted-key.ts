// A key that may spend an eighth of a thousandth of a euro, used until it may not: the gateway holds the worst case of a
// request before it forwards it, so the budget ends with a refusal and never with a debt.
// Run: npm start, then in another terminal: npx node examples/budgeted-key.ts
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';

const dataDir = process.env['WAYBILL_DATA_DIR'] ?? 'data';
const sandbox = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as {
  readonly base_url: string;
  readonly user_id: string;
  readonly wallet_id: string;
};

const waybill = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs'), ...args], {
    encoding: 'utf8',
  });

const owner = ['--user', sandbox.user_id, '--wallet', sandbox.wallet_id];
const limits = ['--profiles', 'light', '--budget-eur', '0.000125'];
const key = JSON.parse(waybill('keys', 'create', '--name', 'budgeted', ...owner, ...limits, '--json')) as {
  readonly api_key: string;
  readonly key_id: string;
};

const client = new OpenAI({ baseURL: sandbox.base_url, apiKey: key.api_key });

async function spendAll(): Promise<APIError> {
  for (let request = 1; request <= 20; request += 1) {
    try {
      const { response } = await client.chat.completions
        .create({ model: 'light', max_tokens: 256, messages: [{ role: 'user', content: 'Still there?' }] })
        .withResponse();
      console.log(`request ${request}: ${response.headers.get('x-waybill-cost-eur')} euro`);
    } catch (error) {
      if (error instanceof APIError) return error;
      throw error;
    }
  }
  throw new Error('the budget lasted for 20 requests');
}

const refusal = await spendAll();
console.log(`refused: ${refusal.status} ${refusal.code}`);
console.log(refusal.message);

// What the ledger recorded of the key: what was refused held nothing and is not there.
const tail = waybill('ledger', 'tail', '--stream', `wallet-${sandbox.wallet_id}`, '--json');
for (const line of tail.trim().split('\n')) {
  if (line.includes(key.key_id)) console.log(line);
}

// A key that may spend an eighth of a thousandth of a euro, used until it may not: the gateway holds the worst case of a
// request before it forwards it, so the budget ends with a refusal and never with a debt.
// Run: npm start, then in another terminal: npm run example examples/budgeted-key.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';
import { baseURL } from './_gateway.ts';

const waybill = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs'), ...args], {
    encoding: 'utf8',
  });

// A key of a new user, with a wallet of its own that holds far more than the key may spend.
const limits = ['--allowed-profiles', 'light', '--budget-eur', '0.000125', '--no-pii'];
const key = JSON.parse(waybill('keys', 'create', '--name', 'budgeted', ...limits, '--json')) as {
  readonly api_key: string;
  readonly key_id: string;
  readonly wallet_id: string;
};
waybill('wallets', 'credit', key.wallet_id, '1');

const client = new OpenAI({ baseURL: baseURL(), apiKey: key.api_key });

async function spendAll(): Promise<APIError> {
  for (let request = 1; request <= 20; request += 1) {
    try {
      const { response } = await client.chat.completions
        .create({ model: 'light', max_tokens: 256, messages: [{ role: 'user', content: 'Still there?' }] })
        .withResponse();
      console.log(`request ${request}: ${response.headers.get('x-waybill-cost-eur')} euro`);
    } catch (error) {
      if (error instanceof APIError && error.status === 402) return error;
      throw error;
    }
  }
  throw new Error('the budget lasted for 20 requests');
}

const refusal = await spendAll();
console.log(`refused: ${refusal.status} ${refusal.code}`);
console.log(refusal.message);

// What the ledger recorded of the key: what was refused held nothing and is not there.
const tail = waybill('ledger', 'tail', '--stream', `wallet-${key.wallet_id}`, '--json');
for (const line of tail.trim().split('\n')) {
  if (line.includes(key.key_id)) console.log(line);
}

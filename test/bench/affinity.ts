// `npm run bench:affinity`: what it is worth that a conversation stays with one account. The same conversations are played
// with affinity and without, in pools of two, four and eight accounts that keep prompt caches. `-- --quick`: fewer. Writes
// docs/bench/affinity.md.
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, testConfig } from '../_support/gateway.ts';
import { seededRandom } from '../_support/seeded-random.ts';
import { spawnSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePart } from './bench-page.ts';

const isQuick = process.argv.includes('--quick');
const [conversations, turns] = isQuick ? [8, 4] : [24, 6];
const accounts = isQuick ? [2] : [2, 4, 8];
const conversationsAtOnce = 8;
const shared = new SharedTeardown();

/** Those of the dearest model of the sandbox: a tenth for what is cached. */
const prices = {
  id: 'bench',
  version: '1',
  eur_per_million_tokens: { input: '2.00', cached_input: '0.20', output: '10.00' },
};

const balances = ['weighted', 'least_requests'] as const;

interface Round {
  readonly affinity: boolean;
  readonly balance: (typeof balances)[number];
  readonly size: number;
}

interface Result {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly cost: bigint;
}

/** As of somebody who works on a text: 600 to 1,600 tokens of it, and a question a turn. */
function openingOf(conversation: number): string {
  const random = seededRandom(conversation + 1);
  const words = Array.from({ length: random.whole(600, 1_600) }, () => random.whole(100, 999));
  return `Conversation ${conversation}: ${words.join(' ')}`;
}

async function playConversation(baseUrl: string, apiKey: string, conversation: number): Promise<bigint> {
  const messages: { readonly role: string; readonly content: string }[] = [];
  let cost = 0n;
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push({ role: 'user', content: turn === 0 ? openingOf(conversation) : `And what of part ${turn}?` });
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', max_tokens: 120, messages }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    cost += nanoFromEur(answer.headers.get('x-waybill-cost-eur') ?? '0');
    // An answer of the sandbox has this shape.
    const { choices } = JSON.parse(text) as {
      readonly choices: readonly { readonly message: { readonly content: string } }[];
    };
    messages.push({ role: 'assistant', content: choices[0]?.message.content ?? '' });
  }
  return cost;
}

async function countedBy(sandboxes: readonly SandboxForTest[]): Promise<Pick<Result, 'promptTokens' | 'cachedTokens'>> {
  const billingRecords = await Promise.all(sandboxes.map((sandbox) => sandbox.billingRecords()));
  const usages = billingRecords.flatMap(({ entries }) =>
    entries.flatMap(({ usage }) => (usage === null ? [] : [usage])),
  );
  const sum = (read: (usage: (typeof usages)[number]) => unknown): number =>
    usages.reduce((total, usage) => total + Number(read(usage) ?? 0), 0);
  return {
    promptTokens: sum(({ prompt_tokens }) => prompt_tokens),
    cachedTokens: sum(({ prompt_tokens_details: details }) =>
      typeof details === 'object' ? details['cached_tokens'] : 0,
    ),
  };
}

async function play({ affinity, balance, size }: Round): Promise<Result> {
  const sandboxes = await Promise.all(Array.from({ length: size }, () => spawnSandbox(shared, { promptCache: true })));
  const [first] = sandboxes;
  if (first === undefined) throw new RangeError('no accounts');
  const upstreams = sandboxes.map(({ baseUrl, apiKey }, n) => [`account-${n}`, { base_url: baseUrl, api_key: apiKey }]);
  const targets = sandboxes.map((_, n) => [
    `at-${n}`,
    {
      upstream: `account-${n}`,
      model: 'sandbox-large',
      surfaces: ['chat_completions'],
      context_tokens_max: 200_000,
      output_tokens_max: 16_384,
      prices,
    },
  ]);
  const config = testConfig(first, {
    top: {
      upstreams: Object.fromEntries(upstreams),
      targets: Object.fromEntries(targets),
      profiles: { light: { targets: [sandboxes.map((_, n) => `at-${n}`)], affinity, balance } },
    },
  });
  const environment = environmentFor(dataDirectory(shared), config);
  const { apiKey } = await seedTenant(environment, { creditEur: '1000' });
  const { baseUrl, kill } = await spawnGateway(shared, environment);
  let next = 0;
  let cost = 0n;
  const players = Array.from({ length: conversationsAtOnce }, async () => {
    while (next < conversations) {
      const paid = await playConversation(baseUrl, apiKey, next++);
      cost += paid;
    }
  });
  await Promise.all(players);
  const counted = await countedBy(sandboxes);
  await kill('SIGTERM');
  await Promise.all(sandboxes.map((sandbox) => sandbox.kill('SIGTERM')));
  return { ...counted, cost };
}

function cells({ promptTokens, cachedTokens, cost }: Result): readonly string[] {
  return [`${((100 * cachedTokens) / promptTokens).toFixed(1)} %`, eurFromNano(cost)];
}

try {
  const rows: string[][] = [];
  for (const balance of balances) {
    for (const size of accounts) {
      const without = await play({ affinity: false, balance, size });
      const withIt = await play({ affinity: true, balance, size });
      const saved = Number(((without.cost - withIt.cost) * 1_000n) / without.cost) / 10;
      rows.push([balance, String(size), ...cells(without), ...cells(withIt), `${saved.toFixed(1)} %`]);
    }
  }
  const header = ['balance', 'accounts', 'cached without', 'euro without', 'cached with', 'euro with', 'less paid'];
  const how = `${new Date().toISOString().slice(0, 10)}: ${conversations} conversations of ${turns} turns, ${conversationsAtOnce} at once. Nothing of it is a time: a busy machine gives the same figures, but for who had least to do.`;
  const table = markdownTable(header, rows);
  process.stdout.write(`${how}\n\n${table}\n`);
  if (!isQuick) writePart('docs/bench/affinity.md', 'Measured', `${how}\n\n${table}\n`);
} finally {
  await shared.end();
}

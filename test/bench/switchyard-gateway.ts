import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nanoFromEur } from '../../src/domain/money.ts';
import { injectionAttempts } from '../_support/injection-attempts.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { always, choicesIn, setSwitchyardScene, type SwitchyardScene } from '../_support/switchyard-scene.ts';
import type { Goal } from './switchyard-report.ts';

// R7, R8 and R9: what asking costs, what a judge that fails costs, and what clients can change, through a whole gateway.

export interface Measured {
  readonly goals: readonly Goal[];
  readonly lines: readonly string[];
}

type Choice = ReturnType<typeof choicesIn>[number];
type Scene = Parameters<typeof setSwitchyardScene>[1];

const prices = (id: string, input: string, output: string) => ({
  id,
  version: '1',
  eur_per_million_tokens: { input, output },
});
const target = (model: string, input: string, output: string) => ({
  upstream: 'sandbox',
  model,
  surfaces: ['chat_completions', 'systemone'],
  context_tokens_max: 20_000,
  output_tokens_max: 1_000,
  prices: prices(model.split(':')[0] ?? model, input, output),
});

/** Answers of 400 words, tariffs 1 : 10. */
const tariffs = {
  small: target('sandbox-small:frames-400', '0.1', '0.4'),
  large: target('sandbox-large:frames-400', '1', '4'),
  judge: target('sandbox-judge', '0.02', '0.08'),
};

/** What the judge's tokens cost beside those of the economical model. */
const judges = [
  { part: '1/5', prices: ['0.02', '0.08'] },
  { part: '1/10', prices: ['0.01', '0.04'] },
  { part: '1/20', prices: ['0.005', '0.02'] },
] as const;

async function inScene<Result>(setting: Scene, run: (scene: SwitchyardScene) => Promise<Result>): Promise<Result> {
  const teardown = new SharedTeardown();
  try {
    const tenant = { creditEur: '10000' };
    return await run(await setSwitchyardScene(teardown, { tenant, upstream: { circuit_failures: 1_000 }, ...setting }));
  } finally {
    await teardown.end();
  }
}

/** Asks one after the other: nothing waits for anything but the choice. Answers the statuses. */
async function askAll(scene: SwitchyardScene, texts: readonly string[], more: object = {}): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const text of texts) {
    const answer = await scene.ask(text, { max_tokens: 500, ...more });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

const costOf = ({ cost_eur }: Pick<Choice, 'cost_eur'>): number => Number(nanoFromEur(cost_eur));

/** The figure in the middle, or at another part of the way. */
function at(figures: readonly number[], part = 0.5): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * part)] ?? Number.NaN;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** R7. */
export async function selectionCost(texts: readonly string[]): Promise<Measured> {
  const rows: string[] = [];
  const goals: Goal[] = [];
  for (const ask of ['llm', 'systemone'] as const) {
    const found: Costs[] = [];
    for (const { part, prices: judgePrices } of judges) {
      const switchyard = { ask, judge: 'judge', deadline_ms: 20_000 };
      const targets = { ...tariffs, judge: target('sandbox-judge', judgePrices[0], judgePrices[1]) };
      const costs = await inScene({ switchyard, targets }, (scene) => costsIn(scene, texts));
      const { asked, all, shares, ofDearest, ofAll, unequal, cheapAsked } = costs;
      const parts = asked === 0 ? ['–', '–', '–'] : [at(shares), at(shares, 1), at(ofDearest)].map(percent);
      rows.push(
        `| ${ask} | ${part} | ${asked} of ${all} | ${parts.join(' | ')} | ${percent(ofAll)} | ${unequal} | ${cheapAsked} |`,
      );
      found.push(costs);
    }
    const medians = found.filter(({ asked }) => asked > 0).map(({ shares }) => at(shares));
    const sum = (of: (costs: Costs) => number): number => found.reduce((total, it) => total + of(it), 0);
    const [unequal, cheapAsked] = [sum((it) => it.unequal), sum((it) => it.cheapAsked)];
    goals.push(
      {
        id: 'R7',
        aim: `${ask}: ≤ 2 % of the answer's cost at the median, where it was asked`,
        measured: `${percent(Math.max(...medians))} at the dearest judge that was asked`,
        isReached: medians.length > 0 && medians.every((median) => median <= 0.02),
      },
      {
        id: 'R7',
        aim: `${ask}: counters are the upstream's; nobody asked below break-even`,
        measured: `${unequal} unequal, ${cheapAsked} asked`,
        isReached: unequal === 0 && cheapAsked === 0,
      },
    );
  }
  return {
    goals,
    lines: [
      '### What asking costs (R7)',
      '',
      'Tariffs 1 : 10, answers of 400 words; what a token of the judge costs as a part of one of the economical model; every limit on',
      'asking as it is unless set, `answer_share_max: 0.02` among them: a judge that is dearer is not asked. Shares are of what an answer',
      'cost, of those for which somebody was asked. *Of all*: Σ of choices ÷ Σ of answers. *Unequal*: choices whose cost is not what the',
      'upstream recorded under their id. *Short*: how many of 100 requests that may cost little (`max_tokens: 10`) were asked about.',
      '',
      '| strategy | judge | asked | of the answer, median | the most | of the dearest answer, median | of all | unequal | short |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
      '',
    ],
  };
}

type Costs = Awaited<ReturnType<typeof costsIn>>;

async function costsIn(scene: SwitchyardScene, texts: readonly string[]) {
  const { ledger, tenant, sandbox } = scene;
  await askAll(scene, texts);
  const { reservations, events } = await ledger.settledWallet(tenant.walletId, texts.length);
  const choices = choicesIn({ events });
  const answers = new Map(reservations.map(({ id, settled }) => [id, settled]));
  const asked = choices.filter(({ attempts }) => attempts > 0);
  const costOfAnswer = ({ reservation_id }: Choice): number =>
    Number(nanoFromEur(answers.get(reservation_id)?.cost_eur ?? '0'));
  const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
  let unequal = 0;
  for (const choice of asked) {
    const booked = await sandbox.lookUp(choice.selection_id);
    const counted = choice.lines.reduce((total, { quantity }) => total + quantity, 0);
    const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = booked?.usage ?? {};
    const recorded = Number(prompt_tokens ?? input_tokens ?? 0) + Number(completion_tokens ?? output_tokens ?? 0);
    if (counted !== recorded) unequal += 1;
  }
  // Ten times the economical, by the same counters.
  const dearest = (choice: Choice): number => costOfAnswer(choice) * (choice.selected === 'light' ? 10 : 1);
  const short = texts.slice(0, 100);
  await askAll(scene, short, { max_tokens: 10 });
  const later = choicesIn(await ledger.settledWallet(tenant.walletId, texts.length + short.length));
  return {
    asked: asked.length,
    all: choices.length,
    shares: asked.map((choice) => costOf(choice) / costOfAnswer(choice)),
    ofDearest: asked.map((choice) => costOf(choice) / dearest(choice)),
    ofAll: sum(choices.map(costOf)) / sum(choices.map(costOfAnswer)),
    unequal,
    cheapAsked: later.slice(choices.length).filter(({ attempts }) => attempts > 0).length,
  };
}

const deadlineMs = 200;
const asking = {
  margin_max: 100,
  saving_factor_min: 0,
  answer_share_max: 1_000_000,
  selection_eur_max: '0.01',
  deadline_ms: deadlineMs,
} as const;
const failures = ['hang', '500', '503', 'reset_before_first_byte', 'html', 'strange_label', 'missing_usage'] as const;
const requestsEach = 40;

/** R8. */
export async function failingJudges(): Promise<Measured> {
  const found: Failing[] = [];
  for (const behaviour of failures) {
    const judge = target(`sandbox-judge:${behaviour}`, '0.02', '0.08');
    const switchyard = { ...asking, ask: 'llm', judge: 'judge' };
    found.push(await failingIn(`small model: ${behaviour}`, { switchyard, targets: { ...tariffs, judge } }));
  }
  for (const [what, answer] of Object.entries(engines)) {
    const server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo; // a server that listens on a host and port has one
    if (what === 'down') server.close();
    const place = { engine_url: `http://127.0.0.1:${port}`, engine_port: 45_871 };
    const switchyard = { ...asking, ...place, ask: 'engine', judge: 'judge' };
    found.push(await failingIn(`engine: ${what}`, { switchyard, targets: tariffs }));
    server.closeAllConnections();
    server.close();
  }
  const all = found.flatMap(({ durations }) => durations);
  const late = all.filter((ms) => ms > deadlineMs + 5).length;
  const sum = (of: (each: Failing) => number): number => found.reduce((total, each) => total + of(each), 0);
  const [unanswered, unknown, wrong] = [sum((it) => it.unanswered), sum((it) => it.unknown), sum((it) => it.wrong)];
  return {
    goals: [
      {
        id: 'R8',
        aim: 'a judge down, slow or lying: all answered, no unknown target, nothing charged twice',
        measured: `${unanswered} unanswered, ${unknown} unknown, ${wrong} charged otherwise than recorded, of ${all.length}`,
        isReached: unanswered + unknown + wrong === 0,
      },
      {
        id: 'R8',
        aim: 'chosen within the deadline + 5 ms',
        measured: `${late} of ${all.length} later; slowest ${Math.max(...all).toFixed(1)} ms of ${deadlineMs}`,
        isReached: late === 0,
      },
    ],
    lines: [
      '### Judges that fail (R8)',
      '',
      `Always asked, \`deadline_ms: ${deadlineMs}\`, ${requestsEach} requests each. How long choosing took stands in its event. *Wrong*: what the wallet was`,
      'charged is not what the upstream recorded, once every outcome was known.',
      '',
      '| judge | unanswered | unknown target | wrong | p50 ms | slowest ms |',
      '|---|---:|---:|---:|---:|---:|',
      ...found.map(
        ({ what, unanswered: no, unknown: other, wrong: bad, durations }) =>
          `| ${what} | ${no} | ${other} | ${bad} | ${at(durations).toFixed(1)} | ${Math.max(...durations).toFixed(1)} |`,
      ),
      '',
    ],
  };
}

const engines: Readonly<Record<string, (response: ServerResponse) => void>> = {
  down: () => undefined,
  slow: () => undefined,
  'status 500': (response) => void response.writeHead(500).end(),
  'lying: another target': (response) => void response.end('{"selected":{"target":"gpt-9"},"fallbacks":[]}'),
  'lying: an answer of its own': (response) => void response.end('{"selected":{"target":"B"},"response":{"x":1}}'),
};

interface Failing {
  readonly what: string;
  readonly unanswered: number;
  readonly unknown: number;
  readonly wrong: number;
  readonly durations: readonly number[];
}

async function failingIn(what: string, setting: NonNullable<Scene>): Promise<Failing> {
  return await inScene(setting, async (scene) => {
    const { ledger, tenant, sandbox } = scene;
    await askAll(
      scene,
      Array.from({ length: 3 }, () => 'Warm.'),
    );
    const statuses = await askAll(
      scene,
      Array.from({ length: requestsEach }, () => 'What is the capital of Italy?'),
    );
    const { reservations, events } = await ledger.settledWallet(tenant.walletId, requestsEach + 3);
    const choices = choicesIn({ events });
    let wrong = 0;
    const charged = new Map(reservations.map(({ id, charged: cost }) => [id, cost]));
    for (const { selection_id, cost_eur } of choices) {
      const paid = nanoFromEur(cost_eur) + (charged.get(selection_id) ?? 0n);
      const booked = await sandbox.lookUp(selection_id);
      if (paid > 0n !== (booked?.state === 'charged') || (booked?.charged_count ?? 0) > 1) wrong += 1;
    }
    return {
      what,
      unanswered: statuses.filter((status) => status !== 200).length,
      unknown: choices.filter(({ selected }) => selected !== 'light' && selected !== 'advanced').length,
      wrong,
      durations: choices.slice(3).map(({ duration_us }) => duration_us / 1_000),
    };
  });
}

/** R9. */
export async function injections(): Promise<Measured> {
  const goals: Goal[] = [];
  for (const asked of ['embedded', 'llm'] as const) {
    const judge = { ...asking, ask: 'llm', judge: 'judge', deadline_ms: 20_000 };
    const switchyard = { ...always.economical, ...(asked === 'llm' && judge) };
    const [changed, answered] = await inScene({ switchyard }, async ({ post, ledger, tenant }) => {
      let count = 0;
      for (const { prompt, headers, more } of injectionAttempts) {
        const body = { model: 'switchyard', max_tokens: 5, messages: [{ role: 'user', content: prompt }], ...more };
        const answer = await post('/chat/completions', body, headers);
        await answer.arrayBuffer();
        if (answer.status === 200) count += 1;
      }
      const choices = choicesIn(await ledger.settledWallet(tenant.walletId, count));
      const isAsConfigured = ({ selected, policy, answer }: Choice): boolean =>
        selected === 'light' && policy === 'lambda=10' && answer?.price_list.id === 'sandbox-small';
      return [choices.filter((choice) => !isAsConfigured(choice)).length, count];
    });
    goals.push({
      id: 'R9',
      aim: `${asked}: a client changes no target, tariff or threshold`,
      measured: `${changed} of ${answered} answered attempts; ${injectionAttempts.length - answered} were refused`,
      isReached: changed === 0 && answered >= 50,
    });
  }
  return { goals, lines: [] };
}

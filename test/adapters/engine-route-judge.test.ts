import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createEngineRouteJudge, type EngineRouteJudge } from '../../src/adapters/engine-route-judge.ts';
import { engineRoutes } from '../../infra/switchyard/engine-routes.ts';
import type { AskedQuestion } from '../../src/ports/route-judge.ts';
import { UpstreamFailure, type UpstreamRequest } from '../../src/ports/upstream.ts';
import { until } from '../_support/until.ts';

interface Scene {
  readonly judge: EngineRouteJudge;
  /** What went upstream. */
  readonly sent: UpstreamRequest[];
  readonly asked: AskedQuestion;
}

/** What the engine does with a question: it may ask its judge first, as often as it likes. */
type Engine = (
  question: string,
  askJudge: (content: string) => Promise<number>,
  response: ServerResponse,
) => Promise<void>;

const selects = (response: ServerResponse, body: object): void => void response.end(JSON.stringify(body));
const choosing =
  (body: object): Engine =>
  async (question, askJudge, response) => {
    await askJudge(question);
    selects(response, body);
  };

const answer = JSON.stringify({
  choices: [{ message: { content: '{"p_solve":0.9}' } }],
  usage: { prompt_tokens: 1_200, completion_tokens: 40 },
});

interface Setting {
  readonly upstreamAnswer?: () => Promise<string>;
  readonly upstreamStatus?: number;
  readonly deadlineMs?: number;
}

async function setScene(
  t: ExecutionContext,
  engine: Engine,
  { upstreamAnswer = () => Promise.resolve(answer), upstreamStatus = 200, deadlineMs = 20_000 }: Setting = {},
): Promise<Scene> {
  const sent: UpstreamRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
      const { request: question } = JSON.parse(Buffer.concat(pieces).toString()) as {
        readonly request: { readonly messages: readonly { readonly content: string }[] };
      };
      await engine(question.messages.at(-1)?.content ?? '', askJudge, response);
    })().catch(() => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens on a host and port has one
  const judge = createEngineRouteJudge({
    engineUrl: `http://127.0.0.1:${port}`,
    loopbackPort: 0,
    upstreamName: 'there',
    model: 'judge-model',
    deadlineMs,
    upstream: {
      send: async (request) => {
        sent.push(request);
        const body = await upstreamAnswer();
        return {
          status: upstreamStatus,
          headers: {},
          body: (async function* pieces() {
            yield Buffer.from(body);
          })(),
        };
      },
    },
  });
  await until('the loopback listens', () => Promise.resolve(judge.loopback.port !== null));
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await judge[Symbol.asyncDispose]();
  });
  const askJudge = async (content: string): Promise<number> => {
    const call = await fetch(`http://127.0.0.1:${judge.loopback.port}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'judge',
        n: 9,
        stream: true,
        max_completion_tokens: 100_000,
        messages: [{ role: 'user', content }],
      }),
    });
    return call.status;
  };
  const question = {
    openingText: 'Prove it.',
    latestText: 'Prove it.',
    toolResults: [],
    effort: null,
    outputTokensMax: null,
    inputTokens: 3,
    toolCount: 0,
    wantsSchema: false,
    hasAttachments: false,
    isCompacted: false,
  };
  const sharer = { tenantId: randomUUID(), keyId: randomUUID() };
  const asked = {
    question,
    tiers: 2,
    ranks: [0, 2],
    selectionId: randomUUID(),
    sharer,
    signal: new AbortController().signal,
    mayLeave: () => Promise.resolve(true),
  };
  return { judge, sent, asked };
}

test('the choice of an engine is used, and its judge is metered under the id of the choice, within our limits', async (t) => {
  const { judge, sent, asked } = await setScene(
    t,
    choosing({ selected: { target: 'C' }, fallbacks: [{ target: 'A' }] }),
  );
  const judgement = await judge.ask(asked);
  t.like(judgement, { tier: 1, outcome: 'decided', usage: { input_tokens: 1_200, output_tokens: 40 } });
  t.is(sent.length, 1);
  t.like(sent[0], {
    upstream: 'there',
    path: '/chat/completions',
    reservationId: asked.selectionId,
  });
  const body = JSON.parse(Buffer.isBuffer(sent[0]?.body) ? sent[0].body.toString() : '{}') as object;
  t.deepEqual(Object.keys(body), ['model', 'messages', 'max_tokens', 'temperature']);
  t.like(body, { model: 'judge-model', max_tokens: 512, messages: [{ role: 'user', content: 'Prove it.\n' }] });
});

test('the usage of the judge is read behind a byte order mark, too', async (t) => {
  const upstreamAnswer = (): Promise<string> => Promise.resolve(`\u{feff}${answer}`);
  const { judge, asked } = await setScene(t, choosing({ selected: { target: 'A' }, fallbacks: [] }), {
    upstreamAnswer,
  });
  t.like(await judge.ask(asked), { tier: 0, outcome: 'decided', usage: { input_tokens: 1_200, output_tokens: 40 } });
});

test('a selected target that is unavailable is replaced by its fall-back', async (t) => {
  const { judge, asked } = await setScene(t, choosing({ selected: { target: 'B' }, fallbacks: [{ target: 'A' }] }));
  t.like(await judge.ask(asked), { tier: 0, outcome: 'decided' });
});

const lies: Readonly<Record<string, object>> = {
  'a target that is none of ours': { selected: { target: 'gpt-9' }, fallbacks: [{ target: 'A' }] },
  'a base URL of its own instead of a target': { selected: { llm_client: { base_url: 'http://evil' } } },
  'an answer that it has produced': { selected: { target: 'A' }, response: { choices: [] } },
  nothing: {},
};

for (const [lie, body] of Object.entries(lies)) {
  test(`an engine that selects ${lie} gives no verdict, and its usage is reported`, async (t) => {
    const { judge, asked } = await setScene(t, choosing(body));
    t.like(await judge.ask(asked), { tier: null, outcome: 'invalid_verdict', usage: { input_tokens: 1_200 } });
  });
}

test('a choice buys one call of the judge, and a call that names no choice buys none', async (t) => {
  const statuses: number[] = [];
  const { judge, sent, asked } = await setScene(t, async (question, askJudge, response) => {
    statuses.push(await askJudge('no mark'), await askJudge(`[[selection ${randomUUID()}]]`));
    statuses.push(await askJudge(question), await askJudge(question));
    selects(response, { selected: { target: 'A' } });
  });
  await judge.ask(asked);
  t.deepEqual(statuses, [403, 403, 200, 403]);
  t.is(sent.length, 1);
});

test('a silent or failing engine gives no verdict, and an unknown usage when its judge broke off', async (t) => {
  const silent = await setScene(t, async (question, askJudge) => void (await askJudge(question)), {
    deadlineMs: 2_000,
  });
  t.like(await silent.judge.ask(silent.asked), { tier: null, outcome: 'timeout', usage: { input_tokens: 1_200 } });
  const idle = await setScene(t, async () => undefined, { deadlineMs: 300 });
  t.like(await idle.judge.ask(idle.asked), { outcome: 'timeout', usage: 'unsent' });
  const broken = await setScene(t, choosing({ selected: { target: 'A' } }), {
    upstreamAnswer: () => Promise.reject(new UpstreamFailure('reset', 'unknown')),
  });
  // The engine takes the dearest where its judge fails.
  t.like(await broken.judge.ask(broken.asked), { tier: null, outcome: 'upstream_error', usage: 'unknown' });
  const down = await setScene(t, async (_question, _askJudge, response) => void response.destroy());
  for (let call = 0; call < 5; call += 1)
    t.like(await down.judge.ask(down.asked), { outcome: 'upstream_error', usage: 'unsent' });
  t.like(await down.judge.ask(down.asked), { outcome: 'circuit_open', usage: 'unsent' });
});

test('a judge that was refused has consumed nothing, and one that failed has an unknown usage', async (t) => {
  const usages = {
    400: 'unsent',
    429: 'unsent',
    500: 'unknown',
    502: 'unknown',
    503: 'unsent',
    529: 'unsent',
  } as const;
  for (const [status, usage] of Object.entries(usages)) {
    const { judge, asked } = await setScene(t, choosing({ selected: { target: 'A' } }), {
      upstreamStatus: Number(status),
    });
    t.like(await judge.ask(asked), { tier: null, outcome: 'upstream_error', usage }, status);
  }
});

test('a judge that could not be reached has consumed nothing', async (t) => {
  for (const reason of ['connect', 'crowded', 'circuit_open'] as const) {
    const { judge, asked } = await setScene(t, choosing({ selected: { target: 'A' } }), {
      upstreamAnswer: () => Promise.reject(new UpstreamFailure(reason, 'not_sent')),
    });
    t.like(await judge.ask(asked), { tier: null, outcome: 'upstream_error', usage: 'unsent' }, reason);
  }
});

test('a withheld question is not sent to the engine, and a question that the engine alters is not sent upstream', async (t) => {
  const engine = choosing({ selected: { target: 'C' }, fallbacks: [] });
  const asking = await setScene(t, engine);
  const shown: string[] = [];
  const mayLeave = (leaves: (text: string) => boolean) => async (body: Buffer) => {
    shown.push(body.toString());
    return leaves(body.toString());
  };
  const { judge, asked, sent } = asking;
  t.like(await judge.ask({ ...asked, mayLeave: mayLeave(() => false) }), { outcome: 'withheld', usage: 'unsent' });
  t.is(shown.length, 1);
  // The second look is at what goes upstream, in the words of the engine.
  const late = await judge.ask({ ...asked, mayLeave: mayLeave((text) => !text.includes('judge-model')) });
  t.like(late, { tier: null, outcome: 'withheld', usage: 'unsent' });
  t.is(shown.length, 3);
  t.notRegex(shown.join(''), /\[\[selection/);
  t.deepEqual(sent, []);
});

test('no call of the judge is sent after the decision has ended', async (t) => {
  const { judge, asked, sent } = await setScene(t, async (question, askJudge, response) => {
    // The engine does not wait for its judge.
    void askJudge(question).catch(() => undefined);
    await until('the judge is asked', () => Promise.resolve(looks === 2));
    response.destroy();
  });
  let looks = 0;
  const held = Promise.withResolvers<boolean>();
  const mayLeave = (): Promise<boolean> => {
    looks += 1;
    return looks === 2 ? held.promise : Promise.resolve(true);
  };
  t.like(await judge.ask({ ...asked, mayLeave }), { outcome: 'upstream_error', usage: 'unsent' });
  held.resolve(true);
  // Another decision through the same loopback: whatever the first one still did is done.
  await judge.ask({ ...asked, selectionId: randomUUID(), mayLeave: () => Promise.resolve(false) });
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.deepEqual(sent, []);
});

test('the expected usage of a decision grows with its texts, and stays within its hold', async (t) => {
  const { judge, asked } = await setScene(t, choosing({ selected: { target: 'A' } }));
  const expectedOf = (openingText: string) =>
    judge.expected({ tiers: 2, question: { ...asked.question, openingText } });
  const [short, long, longest] = [expectedOf('Why?'), expectedOf('x'.repeat(1_000)), expectedOf('x'.repeat(100_000))];
  t.true(short.input < long.input && long.input < longest.input);
  t.true(longest.input <= judge.bound.inputTokensMax);
  t.true(longest.output <= judge.bound.outputTokensMax);
});

test('the configuration of an engine has no credential, no answering mode, and only targets of ours', (t) => {
  const toml = engineRoutes({ port: 4_100, ranks: [0, 2] });
  t.notRegex(toml, /api_key|escalation|advisor|message_hash|https:/);
  t.deepEqual(toml.match(/(?<=\[targets\.)\w+/g), ['A', 'C', 'judge']);
  t.regex(toml, /classify_trigger = "every_request"/);
});

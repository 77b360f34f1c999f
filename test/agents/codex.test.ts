import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { clientGateway, type ClientPlace } from '../_support/client-gateway.ts';
import { agentCommand, agentScene, type AgentScene } from './_agent-scene.ts';
import { assertLoopKeepsItsProfile } from './_switchyard-loop.ts';

// Codex without a terminal: responses, streamed, nothing stored, its whole history in each request.

/** A model that it knows is told of its tools in the input. */
const known = 'gpt-6-sol';
const gateway = clientGateway([known], { mayChoose: true });
test.after.always(gateway.end);

const command = agentCommand('WAYBILL_TEST_CODEX');
const serial = command === null ? test.serial.skip : test.serial;

// What asks other hosts is turned off; so is the search that the upstream would run, but where it has a price.
interface Choices {
  readonly model?: string;
  readonly search?: 'disabled' | 'live';
}

const settings = ({ baseUrl }: ClientPlace, { model = 'thinker', search = 'disabled' }: Choices): string => `
model = "${model}"
model_provider = "gateway"
web_search = "${search}"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.gateway]
name = "gateway"
base_url = "${baseUrl}"
env_key = "GATEWAY_KEY"
wire_api = "responses"
stream_max_retries = 1

[analytics]
enabled = false

[features]
apps = false
plugins = false
remote_plugin = false
`;

async function codexFor(t: ExecutionContext, place: ClientPlace, choices: Choices = {}): Promise<AgentScene> {
  const scene = await agentScene(t, command, (home) => ({
    CODEX_HOME: join(home, '.codex'),
    GATEWAY_KEY: place.apiKey,
  }));
  mkdirSync(join(scene.home, '.codex'));
  writeFileSync(join(scene.home, '.codex', 'config.toml'), settings(place, choices));
  return scene;
}

interface CodexEvent {
  readonly type: string;
  readonly item?: { readonly type: string; readonly text?: string; readonly exit_code?: number | null };
  readonly error?: { readonly message: string };
}

async function turn({ run }: AgentScene, prompt: string, ...resume: readonly string[]) {
  const { code, stdout, stderr } = await run(['exec', ...resume, '--skip-git-repo-check', '--json', prompt]);
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as CodexEvent);
  const items = events.flatMap(({ type, item }) => (type === 'item.completed' && item !== undefined ? [item] : []));
  const said = items.flatMap((item) => (item.type === 'agent_message' ? [item.text ?? ''] : []));
  return { code, events, items, said, stderr };
}

serial('a turn ends with the answer, and no other host is called', async (t) => {
  const place = await gateway.place();
  const scene = await codexFor(t, place);
  const { code, said, stderr } = await turn(scene, 'Hello there, friend');
  t.is(code, 0, stderr);
  t.is(said.length, 1);
  t.regex(said[0] ?? '', /^You said: Hello there, friend/);
  await place.assertSettled(t, 1);
  t.deepEqual(scene.asked, []);
});

serial('a command is run between two requests, and the next turn sends all of it', async (t) => {
  const place = await gateway.place();
  const scene = await codexFor(t, place);
  const words = 'call the tool exec_command with {"cmd":"echo six times seven is $((6*7)) | tee answer.txt"}';
  const first = await turn(scene, words);
  t.is(first.code, 0, first.stderr);
  t.like(
    first.items.find(({ type }) => type === 'command_execution'),
    { exit_code: 0 },
  );
  t.is(readFileSync(join(scene.folder, 'answer.txt'), 'utf8'), 'six times seven is 42\n');
  t.regex(first.said.at(-1) ?? '', /The tool said: .*six times seven is 42/s);
  await place.assertSettled(t, 2);

  const second = await turn(scene, 'And again', 'resume', '--last');
  t.is(second.code, 0, second.stderr);
  t.regex(second.said.at(-1) ?? '', /^You said: And again/);
  await place.assertSettled(t, 3);
  const bodies = await place.upstreamBodies();
  const inputs = bodies.map(({ input }) => input ?? []);
  const reasoning = inputs.map((input) => input.filter(({ type }) => type === 'reasoning').length);
  t.deepEqual(reasoning, [0, 1, 2], 'what was encrypted comes back, or the upstream would refuse');
  t.true(bodies.every(({ store }) => store === false));
});

serial('a tool loop through switchyard stays with its profile, and every choice is recorded', async (t) => {
  const place = await gateway.place();
  const scene = await codexFor(t, place, { model: 'switchyard' });
  const first = await turn(scene, 'call the tool exec_command with {"cmd":"echo six times seven is $((6*7))"}');
  t.is(first.code, 0, first.stderr);
  t.regex(first.said.at(-1) ?? '', /The tool said: .*six times seven is 42/s);
  const second = await turn(scene, 'Who wrote Hamlet?', 'resume', '--last');
  t.is(second.code, 0, second.stderr);
  t.regex(second.said.at(-1) ?? '', /^You said: Who wrote Hamlet\?/);
  await assertLoopKeepsItsProfile(t, place);
  t.deepEqual(scene.asked, []);
});

serial(
  'a stream that breaks off is charged once and not requested again, and the turn ends with its words',
  async (t) => {
    const place = await gateway.place();
    const scene = await codexFor(t, place);
    await place.sandbox.misbehave('cut_mid_stream');
    const { code, events, stderr } = await turn(scene, 'Hello there, friend');
    t.is(code, 1, stderr);
    t.regex(
      events.find(({ type }) => type === 'turn.failed')?.error?.message ?? '',
      /The upstream broke off in the middle of its answer\. What it used is charged\./,
    );
    await place.assertSettled(t, 1);
  },
);

serial('a model known to the agent completes a turn', async (t) => {
  const place = await gateway.place();
  const { code, said, stderr } = await turn(await codexFor(t, place, { model: known }), 'Hello there, friend');
  t.is(code, 0, stderr);
  t.regex(said[0] ?? '', /^You said: Hello there, friend/);
  const [body] = await place.upstreamBodies();
  t.like(body?.input?.[0], { type: 'additional_tools' });
  await place.assertSettled(t, 1);
});

serial('a hosted search without a price is refused, and the turn reports tool_not_priced', async (t) => {
  const place = await gateway.place();
  const { code, events } = await turn(await codexFor(t, place, { search: 'live' }), 'Hello there, friend');
  t.is(code, 1);
  t.regex(events.find(({ type }) => type === 'turn.failed')?.error?.message ?? '', /web_search.*tool_not_priced/);
  await place.assertSettled(t, 0);
});

serial('a hosted search with a price is run by the upstream, and charged by its counters', async (t) => {
  const place = await gateway.place();
  const { code, said, stderr } = await turn(
    await codexFor(t, place, { model: 'searcher', search: 'live' }),
    'Please search the web',
  );
  t.is(code, 0, stderr);
  t.regex(said.at(-1) ?? '', /^You said: Please search the web/);
  const { reservations } = await place.assertSettled(t, 1);
  t.like(reservations[0]?.settled?.lines.at(-1), { counter: 'web_searches', quantity: 1 });
  const [body] = await place.upstreamBodies();
  t.is(body?.['max_tool_calls'], 2);
});

serial('a turn without credit fails with 402', async (t) => {
  const place = await gateway.place({ creditEur: '0' });
  const { code, events } = await turn(await codexFor(t, place), 'Hello there, friend');
  t.is(code, 1);
  t.regex(
    events.find(({ type }) => type === 'turn.failed')?.error?.message ?? '',
    /402 Payment Required: .*€ 0\.00 available/,
  );
  await place.assertSettled(t, 0);
});

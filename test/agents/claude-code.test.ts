import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { clientGateway, type ClientPlace } from '../_support/client-gateway.ts';
import { agentCommand, agentScene, type AgentScene } from './_agent-scene.ts';
import { assertLoopKeepsItsProfile } from './_switchyard-loop.ts';

// Claude Code without a terminal: messages, streamed, with betas, thoughts and a message of the system in the middle.

/** What it sends, it chooses by the name of the model. */
const models = ['thinker', 'claude-opus-5', 'claude-haiku-4-5'];
const gateway = clientGateway(models.slice(1), { mayChoose: true });
test.after.always(gateway.end);

const command = agentCommand('WAYBILL_TEST_CLAUDE_CODE');
const serial = command === null ? test.serial.skip : test.serial;

const claudeFor = (t: ExecutionContext, { origin, apiKey }: ClientPlace, model = 'thinker'): Promise<AgentScene> =>
  agentScene(t, command, () => ({
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_AUTH_TOKEN: apiKey,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_DEFAULT_HAIKU_MODEL: 'light',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
  }));

interface ClaudeResult {
  readonly is_error: boolean;
  readonly result: string;
  readonly num_turns: number;
  readonly api_error_status: number | null;
}

async function turn({ run }: AgentScene, prompt: string, ...options: readonly string[]) {
  const { code, stdout, stderr } = await run(['--print', '--output-format', 'json', ...options, '--', prompt]);
  return { code, stderr, ...(JSON.parse(stdout) as ClaudeResult) };
}

for (const model of models) {
  serial(`a turn ends with the answer, and no other host is called, ${model}`, async (t) => {
    const place = await gateway.place();
    const scene = await claudeFor(t, place, model);
    const { code, is_error: isError, result, stderr } = await turn(scene, 'Hello there, friend');
    t.is(code, 0, stderr);
    t.false(isError);
    // It puts words of its own before those of its user.
    t.regex(result, /^You said: .*Hello there, friend$/s);
    await place.assertSettled(t, 1);
    t.deepEqual(scene.asked, []);
  });
}

serial('a command is run between two requests, and the next turn sends all of it', async (t) => {
  const place = await gateway.place();
  const scene = await claudeFor(t, place);
  const shell = 'echo six times seven is $((6*7)) | tee answer.txt';
  const words = `call the tool Bash with ${JSON.stringify({ command: shell, description: 'Reckons' })}`;
  const first = await turn(scene, words, '--allowedTools', 'Bash');
  t.is(first.code, 0, first.stderr);
  t.is(first.num_turns, 2);
  t.regex(first.result, /six times seven is 42/);
  t.is(readFileSync(join(scene.folder, 'answer.txt'), 'utf8'), 'six times seven is 42\n');
  await place.assertSettled(t, 2);

  const second = await turn(scene, 'And again', '--continue');
  t.is(second.code, 0, second.stderr);
  t.is(second.result, 'You said: And again');
  await place.assertSettled(t, 3);
  const bodies = await place.upstreamBodies();
  const thoughts = bodies.map((body) => JSON.stringify(body.messages).split('"signature"').length - 1);
  t.deepEqual(thoughts, [0, 1, 2], 'what was signed comes back, or the upstream would refuse');
});

serial('a tool loop through switchyard stays with its profile, and every choice is recorded', async (t) => {
  const place = await gateway.place();
  const scene = await claudeFor(t, place, 'switchyard');
  const shell = 'echo six times seven is $((6*7))';
  const words = `call the tool Bash with ${JSON.stringify({ command: shell, description: 'Reckons' })}`;
  const first = await turn(scene, words, '--allowedTools', 'Bash');
  t.is(first.code, 0, first.stderr);
  t.is(first.num_turns, 2);
  t.regex(first.result, /six times seven is 42/);
  const second = await turn(scene, 'Who wrote Hamlet?', '--continue');
  t.is(second.code, 0, second.stderr);
  t.regex(second.result, /^You said: Who wrote Hamlet\?/);
  await assertLoopKeepsItsProfile(t, place);
  t.deepEqual(scene.asked, []);
});

serial('a turn without credit fails with 402', async (t) => {
  const place = await gateway.place({ creditEur: '0' });
  const outcome = await turn(await claudeFor(t, place), 'Hello there, friend');
  t.is(outcome.code, 1);
  t.like(outcome, { is_error: true, api_error_status: 402 });
  await place.assertSettled(t, 0);
});

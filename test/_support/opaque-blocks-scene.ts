// Two targets of one profile on two accounts, of which neither takes the blocks of the other; and conversations in which the
// blocks come back, as clients bring them.
import type { ExecutionContext } from 'ava';
import { setPoolScene, type PoolScene, type PoolSetting } from './failing-over-scene.ts';
import { startSandbox } from './sandbox.ts';

const thinker = { efforts: ['low', 'medium', 'high'], output_tokens_max: 5_000 };

/** The configuration of the scene. */
export const opaqueSetting = ({ first = {}, second = {}, ...more }: PoolSetting = {}): PoolSetting => ({
  ...more,
  first: { ...thinker, ...first },
  second: { ...thinker, ...second },
});

export async function setOpaqueScene(t: ExecutionContext, setting: PoolSetting = {}): Promise<PoolScene> {
  const sandbox = await startSandbox(t, { billingRecordsMax: 100_000, apiKey: 'the-account-of-the-first' });
  return await setPoolScene(t, { sandbox, ...opaqueSetting(setting) });
}

/** One surface: how a turn is asked for, and how the next brings back what was answered. */
export interface OpaqueSurface {
  readonly path: string;
  /** The first turn of a loop with a tool. */
  readonly first: object;
  next(answer: unknown): object;
  /** Of a turn without blocks. */
  readonly member: 'signature' | 'encrypted_content';
}

const asked = 'Think, and call the tool';
const user = { role: 'user', content: asked };

export const opaqueSurfaces: Readonly<Record<string, OpaqueSurface>> = {
  messages: {
    path: '/messages',
    member: 'signature',
    first: messagesBody([user]),
    next: (answer) => {
      const { content } = answer as { readonly content: readonly { readonly type: string; readonly id?: string }[] };
      const called = content.find(({ type }) => type === 'tool_use');
      const result = { type: 'tool_result', tool_use_id: called?.id, content: 'done' };
      return messagesBody([user, { role: 'assistant', content }, { role: 'user', content: [result] }]);
    },
  },
  responses: {
    path: '/responses',
    member: 'encrypted_content',
    first: responsesBody([user]),
    next: (answer) => {
      const { output } = answer as { readonly output: readonly { readonly type: string; readonly call_id?: string }[] };
      const called = output.find(({ type }) => type === 'function_call');
      const result = { type: 'function_call_output', call_id: called?.call_id, output: 'done' };
      return responsesBody([user, ...output, result]);
    },
  },
};

function messagesBody(messages: readonly object[]): object {
  return {
    model: 'light',
    max_tokens: 2_000,
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }],
    messages,
  };
}

function responsesBody(input: readonly object[]): object {
  return {
    model: 'light',
    store: false,
    max_output_tokens: 2_000,
    reasoning: { effort: 'low' },
    tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }],
    input,
  };
}

/** What a turn is answered, whole. Raises where it is refused. */
export async function answerOf({ post }: Pick<PoolScene, 'post'>, path: string, body: object): Promise<unknown> {
  const answer = await post(path, body);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** The first turn, answered by the second account: the first of the profile does nothing. */
export async function turnAtSecond(scene: PoolScene, { path, first }: OpaqueSurface): Promise<unknown> {
  await scene.first.misbehave('503');
  return await answerOf(scene, path, first);
}

/** What a caller is told who is not answered. */
export interface ToldRefusal {
  readonly status: number;
  readonly message: string;
  readonly param: string | null;
  /** `x-should-retry`. */
  readonly retry: string | null;
}

export async function toldRefusal(answer: Response): Promise<ToldRefusal> {
  const { error } = (await answer.json()) as { readonly error: Pick<ToldRefusal, 'message' | 'param'> };
  const { message, param } = error;
  return { status: answer.status, message, param, retry: answer.headers.get('x-should-retry') };
}

/** Nothing is sent to anybody, nothing is held, and nothing is charged. Answers what the caller is told. */
export async function assertUnsent(
  t: ExecutionContext,
  { first, second, ledger, tenant }: PoolScene,
  asked: () => Promise<Response>,
): Promise<ToldRefusal> {
  const count = async () => (await first.requests()).length + (await second.requests()).length;
  const [before, wallet] = [await count(), await ledger.wallet(tenant.walletId)];
  const told = await toldRefusal(await asked());
  t.is(await count(), before, told.message);
  const after = await ledger.wallet(tenant.walletId);
  t.deepEqual([after.state.settled, after.state.reserved], [wallet.state.settled, 0n]);
  return told;
}

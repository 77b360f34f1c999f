// A gateway for callers who use everything: two targets that stand in for each other, a dear one, and a judge that chooses.
import { poolConfig, type Booked, type PoolSetting } from './failing-over-scene.ts';
import type { SandboxForTest } from './sandbox.ts';
import { always, alwaysAsked, candidates } from './switchyard-scene.ts';

const surfaces = ['chat_completions', 'responses', 'messages', 'embeddings'];
const prices = { id: 'same', version: '1', eur_per_million_tokens: { input: '1', output: '2' } };
const nano = { input: 1_000_000_000n, output: 2_000_000_000n };
// A judge is asked only if one candidate costs more than the other.
const dear = { id: 'dear', version: '1', eur_per_million_tokens: { input: '3', output: '6' } };
const dearNano = { input: 3_000_000_000n, output: 6_000_000_000n };

/** What its callers may use. */
export const mixedProfiles: readonly string[] = ['light', 'advanced', 'switchyard'];

interface Sandboxes {
  readonly first: SandboxForTest;
  readonly second: SandboxForTest;
}

/** `more.top` extends what the scene sets at the top. */
export function mixedConfig(sandboxes: Sandboxes, { top = {}, ...more }: PoolSetting = {}) {
  const sound = { surfaces, prices };
  const config = poolConfig(sandboxes, {
    first: sound,
    second: sound,
    profiles: { light: { targets: ['small', 'spare'] }, advanced: { targets: ['large'] } },
    top: {
      personal_data: { deadline_ms: 20_000 },
      switchyard: { candidates, ...always.economical, ...alwaysAsked, ask: 'llm' },
      ...top,
    },
    ...more,
  });
  const targets = config['targets'] as Readonly<Record<string, object>>;
  const named = (model: string) => ({ ...targets['small'], model });
  const large = { ...named('sandbox-large'), prices: dear };
  return { ...config, targets: { ...targets, large, judge: named('sandbox-judge') } };
}

/** The books of its upstreams, with the prices that it charges. */
export function mixedBooks({ first, second }: Sandboxes): readonly Booked[] {
  const ofModels = { 'sandbox-large': dearNano };
  return [
    { sandbox: first, prices: nano, ofModels },
    { sandbox: second, prices: nano, ofModels },
  ];
}

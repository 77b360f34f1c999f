import type { Target } from '../../catalogue/model-catalogue.ts';
import { worstCaseCost } from '../../domain/cost.ts';
import type { NanoEur } from '../../domain/money.ts';
import type { TriedSurface } from './tried-surface.ts';

/** A small call that shows how an upstream counts. */
export interface SmallCall {
  readonly name: 'whole' | 'stream' | 'tool' | 'again' | 'cut' | 'refused';
  readonly isStreamed: boolean;
  /** As a caller would send it; `refused`: as it goes upstream. */
  readonly request: string;
  /** As it goes upstream. */
  readonly body: Buffer;
  /** The most that it can cost. */
  readonly worstCase: NanoEur;
}

const outputTokensMax = 200;
const cutTokens = 16;
/** Providers cache prompts from some 1,024 tokens on. */
const prefix = 'The days of a week follow each other in an order that never changes. '.repeat(120);
const question = 'Which day follows Monday? Answer with one word.';
const weather = {
  name: 'weather',
  description: 'The weather of a town.',
  schema: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
};
const toolQuestion = 'What is the weather in Rome? Use the tool.';
const longQuestion = 'Count from one to one hundred in words.';

type Members = Readonly<Record<string, unknown>>;

/** What differs between the protocols. */
interface Dialect {
  readonly limit: string;
  ask(prefixed: string | null, text: string): Members;
  readonly stream: Members;
  readonly tool: Members;
}

const user = (content: string): Members => ({ role: 'user', content });

function dialectOf(surface: string, { efforts }: Target): Dialect | null {
  const { name, description, schema } = weather;
  switch (surface) {
    case 'chat_completions':
      return {
        // Models that reason refuse the older name.
        limit: efforts.length > 0 ? 'max_completion_tokens' : 'max_tokens',
        ask: (prefixed, text) => ({
          messages: [...(prefixed === null ? [] : [{ role: 'system', content: prefixed }]), user(text)],
        }),
        stream: { stream: true, stream_options: { include_usage: true } },
        tool: { tools: [{ type: 'function', function: { name, description, parameters: schema } }] },
      };
    case 'responses':
      return {
        limit: 'max_output_tokens',
        ask: (prefixed, text) => ({ ...(prefixed !== null && { instructions: prefixed }), input: text }),
        stream: { stream: true },
        tool: { tools: [{ type: 'function', name, description, parameters: schema, strict: false }] },
      };
    case 'messages':
      return {
        limit: 'max_tokens',
        ask: (prefixed, text) => ({
          ...(prefixed !== null && {
            system: [{ type: 'text', text: prefixed, cache_control: { type: 'ephemeral' } }],
          }),
          messages: [user(text)],
        }),
        stream: { stream: true },
        tool: { tools: [{ name, description, input_schema: schema }] },
      };
    default:
      return null;
  }
}

/** The calls of a surface; `null`: its answers are not tried by calls. */
export function sixCalls(surface: TriedSurface, target: Target): readonly SmallCall[] | null {
  const call = (name: SmallCall['name'], members: Members, isStreamed = false): SmallCall =>
    smallCall({ name, surface, target, isStreamed }, { model: target.upstreamModel, ...members });
  if (surface.name === 'embeddings') {
    return [call('whole', { input: prefix }), call('again', { input: prefix }), call('refused', { input: [] })];
  }
  const dialect = dialectOf(surface.name, target);
  if (dialect === null) return null;
  const { limit, ask, stream, tool } = dialect;
  const limited = { [limit]: outputTokensMax };
  return [
    call('whole', { ...ask(prefix, question), ...limited }),
    call('stream', { ...ask(null, question), ...limited, ...stream }, true),
    call('tool', { ...ask(null, toolQuestion), ...limited, ...tool }),
    call('again', { ...ask(prefix, question), ...limited }),
    call('cut', { ...ask(null, longQuestion), [limit]: cutTokens }),
    call('refused', { ...ask(null, question), [limit]: -1 }),
  ];
}

interface CallOf {
  readonly name: SmallCall['name'];
  readonly surface: TriedSurface;
  readonly target: Target;
  readonly isStreamed: boolean;
}

function smallCall({ name, surface, target, isStreamed }: CallOf, members: Members): SmallCall {
  const request = JSON.stringify(members);
  if (name === 'refused') return { name, isStreamed, request, body: Buffer.from(request), worstCase: 0n };
  const read = surface.read(request);
  const { inputTokensMax, answersMax } = read.work.max(target);
  const { upstreamModel: model, efforts, thinking, hasOpaqueReasoning, hostedToolUsesMax } = target;
  const body = read.write({
    model,
    outputTokensMax: target.outputTokensMax,
    effort: null,
    efforts,
    thinking,
    hasOpaqueReasoning,
    hostedToolUsesMax,
  });
  if (!Buffer.isBuffer(body)) throw new Error('a call of JSON is no file');
  const worstCase = worstCaseCost(
    { inputTokensMax, outputTokensMax: answersMax * (read.asked.outputTokensMax ?? 0) },
    target.priceList,
  );
  return { name, isStreamed, request, body, worstCase };
}

// POST /v1/messages/count_tokens: the tokens that the same request would read, for nothing.
import { anthropicError } from './anthropic-error.ts';
import { replyOrRefusal } from './ask.ts';
import { readCountAsk } from './messages-ask.ts';
import { combineDirections, readDirections } from './misbehaviour.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';

const FREE = readDirections('uncharged');

function replyTo(call: SurfaceCall): Reply {
  const ask = readCountAsk(call);
  const directions = combineDirections(combineDirections(ask.directions, call.queued), FREE);
  const tokens = directions.parameters.prompt_tokens ?? ask.promptTokens;
  return {
    kind: 'json',
    model: ask.model,
    serviceTier: null,
    directions,
    input: ask.input,
    usage: {},
    usageAfter: () => ({}),
    body: JSON.stringify({ input_tokens: tokens }),
  };
}

export const countTokens: Surface = {
  name: 'count_tokens',
  path: '/v1/messages/count_tokens',
  reply: (call) => replyOrRefusal(() => replyTo(call)),
  error: anthropicError,
};

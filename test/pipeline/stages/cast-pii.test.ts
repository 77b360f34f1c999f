import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { BadRequestError, InternalServerError, type OpenAI } from 'openai';
import { TooManyTexts } from '../../../src/personal-data/too-many-texts.ts';
import { PiiEngineUnavailable, type PiiEngine } from '../../../src/ports/pii-engine.ts';
import type { TenantOptions } from '../../_support/gateway.ts';
import { serveGateway, type ServedGateway } from '../../_support/served-gateway.ts';
import { placeholderOf, substitutingPiiEngine } from '../../_support/substituting-pii-engine.ts';
import { heldTokens } from '../../_support/held-tokens.ts';

// A caller who needs protection, through the whole gateway: what leaves is cast, what comes back is restored.

const name = 'Ada-Zoë';
const placeholder = placeholderOf(name);
const ask = { model: 'light', max_tokens: 50, messages: [{ role: 'user' as const, content: `I am ${name}` }] };

interface Guarded extends ServedGateway {
  readonly openai: OpenAI;
  readonly walletId: string;
  /** The bodies that went upstream. */
  readonly sent: () => Promise<readonly string[]>;
}

async function guarded(
  t: ExecutionContext,
  piiEngine: PiiEngine,
  options: TenantOptions = { piiEnabled: true },
): Promise<Guarded> {
  const served = await serveGateway(t, { wrappers: { piiEngine } });
  const { apiKey, walletId } = await served.tenant(options);
  const sent = async () => (await served.sandbox.requests()).map(({ body_text }) => body_text);
  return { ...served, openai: served.client(apiKey), walletId, sent };
}

test('an answer has the name restored, which was never sent', async (t) => {
  const { openai, sent, wallet, walletId } = await guarded(t, substitutingPiiEngine(name));
  const { choices, model, usage } = await openai.chat.completions.create(ask);
  t.is(choices[0]?.message.content, `You said: I am ${name}`);
  t.is(model, 'light');
  const [body = ''] = await sent();
  t.true(body.includes(`I am ${placeholder}`));
  t.false(body.includes(name));
  // What was sent is what is bounded, counted and charged.
  const [, , reserved, settled] = await wallet(walletId);
  t.is(reserved?.data['input_tokens_max'], heldTokens(JSON.stringify(ask).replace(name, placeholder)));
  t.is(usage?.prompt_tokens, Math.ceil(`I am ${placeholder}`.length / 4) + 3);
  t.is(settled?.type, 'ReservationSettled');
});

for (const framing of ['frames=0', 'one_byte_chunks', 'odd_chunks', 'no_done', 'no_final_blank_line', 'crlf']) {
  const directive = framing === 'frames=0' ? '' : ` [[sandbox: ${framing}]]`;
  test(`a stream framed by ${directive === '' ? 'nothing special' : framing} is restored wherever it is cut`, async (t) => {
    const { openai, sent, wallet, walletId } = await guarded(t, substitutingPiiEngine(name));
    const messages = [{ role: 'user' as const, content: `I am ${name}${directive}` }];
    const { choices } = await openai.chat.completions.stream({ ...ask, messages }).finalChatCompletion();
    t.is(choices[0]?.message.content?.trimEnd(), `You said: I am ${name}`);
    t.false((await sent()).join('').includes(name));
    t.is((await wallet(walletId)).at(-1)?.type, 'ReservationSettled');
  });
}

test('comments are sent while the rest of a name is awaited, and never inside a record', async (t) => {
  const served = await serveGateway(t, {
    wrappers: { piiEngine: substitutingPiiEngine(name) },
    config: { server: { heartbeat_ms: 10 } },
  });
  const { apiKey } = await served.tenant({ piiEnabled: true });
  const messages = [{ role: 'user' as const, content: `I am ${name}[[sandbox: frame_delay_ms=50]]` }];
  const { choices } = await served
    .client(apiKey)
    .chat.completions.stream({ ...ask, messages })
    .finalChatCompletion();
  t.is(choices[0]?.message.content, `You said: I am ${name}`);
  t.is(choices[0]?.finish_reason, 'stop');
});

test('placeholders in a refusal are restored', async (t) => {
  const { openai, wallet, walletId } = await guarded(t, substitutingPiiEngine(name));
  const messages = [{ role: 'user' as const, content: `${name} [[sandbox: 400]]` }];
  const error = await t.throwsAsync(openai.chat.completions.create({ ...ask, messages }), {
    instanceOf: BadRequestError,
  });
  t.true(error.message.includes(name));
  t.is((await wallet(walletId)).at(-1)?.type, 'ReservationReleased');
});

test('a policy casts for everyone below it', async (t) => {
  const tenantId = randomUUID();
  const { openai, sent } = await guarded(t, substitutingPiiEngine(name), {
    tenantId,
    policies: [
      {
        scope_kind: 'tenant',
        scope_id: tenantId,
        allowed_profiles: ['light'],
        default_profile: 'light',
        pii_required: true,
        max_request_eur: '1.000000000',
        allow_all_models: false,
      },
    ],
  });
  const { choices } = await openai.chat.completions.create(ask);
  t.is(choices[0]?.message.content, `You said: I am ${name}`);
  t.false((await sent()).join('').includes(name));
});

test('the request of a caller who needs no protection is not cast', async (t) => {
  let calls = 0;
  const engine = failing(() => new PiiEngineUnavailable(`call ${++calls}`));
  const { openai, sent } = await guarded(t, engine, {});
  await openai.chat.completions.create(ask);
  t.is(calls, 0);
  t.true((await sent()).join('').includes(name));
});

function failing(reason: () => Error): PiiEngine {
  return { cast: () => Promise.reject(reason()), recall: () => Promise.reject(reason()) };
}

/** An engine that answers every text otherwise. */
function answering(texts: (texts: readonly string[]) => readonly string[]): PiiEngine {
  const engine = substitutingPiiEngine();
  return {
    ...engine,
    cast: async (request) => {
      const conversation = await engine.cast(request);
      return { ...conversation, texts: texts(conversation.texts) };
    },
  };
}

const failures: Readonly<Record<string, readonly [PiiEngine, string]>> = {
  'that is unavailable': [failing(() => new PiiEngineUnavailable('away')), 'pii_engine_unavailable'],
  'that has a defect': [failing(() => new TypeError('defect')), 'pii_engine_unavailable'],
  'that loses a text': [answering((texts) => texts.slice(1)), 'pii_engine_unavailable'],
  'that makes up a text': [answering((texts) => [...texts, '']), 'pii_engine_unavailable'],
};
for (const [which, [engine, code]] of Object.entries(failures)) {
  for (const stream of [false, true]) {
    test(`with an engine ${which} nothing is sent and nothing is held, ${stream ? 'streamed' : 'whole'}`, async (t) => {
      const { openai, sent, wallet, walletId } = await guarded(t, engine);
      const error = await t.throwsAsync(openai.chat.completions.create({ ...ask, stream }), {
        instanceOf: InternalServerError,
      });
      t.is(error.code, code);
      t.deepEqual(await sent(), []);
      t.is((await wallet(walletId)).length, 2);
    });
  }
}

const tooMany: Readonly<Record<string, readonly [PiiEngine, string]>> = {
  'strings of JSON in its texts': [
    substitutingPiiEngine(name),
    JSON.stringify(Array.from({ length: 100_001 }, () => 'a')),
  ],
  'values in its texts': [failing(() => new TooManyTexts(7, 'values')), name],
};
for (const [what, [engine, content]] of Object.entries(tooMany)) {
  test(`a request with too many ${what} is refused, and nothing is sent or held`, async (t) => {
    const { openai, sent, wallet, walletId } = await guarded(t, engine);
    const asked = { ...ask, messages: [{ role: 'user' as const, content }] };
    const error = await t.throwsAsync(openai.chat.completions.create(asked), { instanceOf: BadRequestError });
    t.is(error.code, 'json_too_many_values');
    t.true(error.message.includes('protection of personal data'), error.message);
    t.deepEqual(await sent(), []);
    t.is((await wallet(walletId)).length, 2);
  });
}

test('an answer that cannot be restored is not delivered', async (t) => {
  const lost = (): never => {
    throw new Error('lost');
  };
  const engine = substitutingPiiEngine(name);
  const { openai, sent } = await guarded(t, {
    ...engine,
    cast: async (request) => ({
      ...(await engine.cast(request)),
      restore: lost,
      openLane: () => ({ push: lost, flush: () => '', isHolding: false }),
    }),
  });
  const whole = await t.throwsAsync(openai.chat.completions.create(ask), { instanceOf: InternalServerError });
  t.is(whole.code, 'internal_error');
  t.false(whole.message.includes('lost'));
  const pieces: string[] = [];
  await t.throwsAsync(async () => {
    for await (const chunk of await openai.chat.completions.create({ ...ask, stream: true })) {
      pieces.push(chunk.choices[0]?.delta.content ?? '');
    }
  });
  t.is(pieces.join(''), '');
  t.is((await sent()).length, 2);
});

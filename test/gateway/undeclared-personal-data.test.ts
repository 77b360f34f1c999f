import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { leakMatrixTarget } from './leak-matrix.contract.ts';

// Personal data of a protected caller in members that no protocol has.

const { start, end } = sharedGateway({ config: { target: leakMatrixTarget, top: { personal_data: {} } } });
test.after.always(end);

const mail = 'mario.rossi@posta.example';
const account = 'IT60X0542811101000000123456';
const user = { role: 'user', content: 'Write to Mario Rossi' };

async function post(path: string, body: object) {
  const served = await start();
  const { apiKey } = await served.tenant({ piiEnabled: true, creditEur: '1000' });
  const before = (await served.sandbox.requests()).length;
  const reply = await httpCall(`${served.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', ...body }),
  });
  return { reply, sent: (await served.sandbox.requests()).slice(before).map(({ body_text: text }) => text) };
}

const named = { [mail]: 1, [account]: 2, 'of Mario Rossi': 3, top_k: 4 };
const surfaces = {
  '/chat/completions': { messages: [{ ...user, ...named }] },
  '/messages': { max_tokens: 100, messages: [{ ...user, ...named }] },
  '/responses': { store: false, input: [{ ...user, ...named }] },
  '/embeddings': { input: user.content },
};
for (const [path, body] of Object.entries(surfaces)) {
  test.serial(`names of unknown members are cast, at the top and within: ${path}`, async (t) => {
    const { reply, sent } = await post(path, { ...body, ...named });
    // Two of the upstreams refuse members that they do not know, and name one.
    t.true(reply.status === 200 || /rossi@posta/.test(reply.text), reply.text);
    t.is(sent.length, 1);
    t.notRegex(sent.join(''), /rossi|IT60X/i);
    t.regex(sent.join(''), /"\[EMAIL-[^"]+\]":1/);
    t.regex(sent.join(''), /"top_k":4/);
  });
}

test.serial('a name that the protocol may have is refused when it is that of a known person', async (t) => {
  for (const body of [{ messages: [user], mario_rossi: 1 }, { messages: [{ ...user, mario_rossi: 1 }] }]) {
    const { reply, sent } = await post('/chat/completions', body);
    t.is(reply.status, 400, reply.text);
    t.regex(reply.text, /"input_not_inspectable"/);
    t.regex(reply.text, /Rename the member/);
    t.notRegex(reply.text, /mario/i);
    t.deepEqual(sent, []);
  }
});

test.serial('two names that are one value are refused', async (t) => {
  const twice = { [mail]: 1, [mail.replace('@', '\\u0040')]: 2 };
  const { reply, sent } = await post('/chat/completions', { messages: [user], ...twice });
  t.is(reply.status, 400, reply.text);
  t.regex(reply.text, /Rename one of the two members/);
  t.notRegex(reply.text, /rossi/i);
  t.deepEqual(sent, []);
});

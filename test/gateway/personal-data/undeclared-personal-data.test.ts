import test from 'ava';
import { httpCall } from '../../_support/http-call.ts';
import { sharedGateway } from '../../_support/served-gateway.ts';
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
    t.notRegex(reply.text, /(?:EMAIL|IBAN|PERSON)-/);
    t.is(sent.length, 1);
    t.notRegex(sent.join(''), /rossi|IT60X/i);
    t.regex(sent.join(''), /"\[EMAIL-[^"]+\]":1/);
    t.regex(sent.join(''), /"top_k":4/);
  });
}

test.serial('a member name that the protocol may have is refused if it names a known person', async (t) => {
  for (const body of [{ messages: [user], mario_rossi: 1 }, { messages: [{ ...user, mario_rossi: 1 }] }]) {
    const { reply, sent } = await post('/chat/completions', body);
    t.is(reply.status, 400, reply.text);
    t.regex(reply.text, /"input_not_inspectable"/);
    t.regex(reply.text, /Rename the member/);
    t.notRegex(reply.text, /mario/i);
    t.deepEqual(sent, []);
  }
});

test.serial('two member names that spell one value are refused', async (t) => {
  const twice = { [mail]: 1, [mail.replace('@', '\\u0040')]: 2 };
  const { reply, sent } = await post('/chat/completions', { messages: [user], ...twice });
  t.is(reply.status, 400, reply.text);
  t.regex(reply.text, /Rename one of the two members/);
  t.notRegex(reply.text, /rossi/i);
  t.deepEqual(sent, []);
});

const schema = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' }, 'Customer Name': {}, iban: {}, 'tel-1': {} },
});
const tools = (name: string) => [{ type: 'function', function: { name: 'look', parameters: schema(name) } }];

for (const name of [mail, account, 'RSSMRA85T10A562S']) {
  test.serial(`a personal name that must not change is refused: ${name}`, async (t) => {
    for (const [body, param] of [
      [{ tools: tools(name) }, 'tools[0].function.parameters.properties'],
      [{ logit_bias: { 50256: 1, [name]: 1 } }, 'logit_bias'],
    ] as const) {
      const { reply, sent } = await post('/chat/completions', { messages: [{ role: 'user', content: 'Hi' }], ...body });
      t.is(reply.status, 400, reply.text);
      t.true(reply.text.includes(`"param":"${param}"`), reply.text);
      t.false(reply.text.includes(name));
      t.deepEqual(sent, []);
    }
  });
}

const called = (id: string) => [
  user,
  { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }] },
  { role: 'tool', tool_call_id: id, content: 'x' },
];
const pattern = (text: string) => ({ type: 'object', properties: { who: { type: 'string', pattern: text } } });
const grammar = { syntax: 'lark', definition: `start: "${account}" | "other"` };
const naming = (name: string) => ({ messages: [user], tools: [{ type: 'function', function: { name } }] });
const words = {
  'a telephone number in an id': [{ messages: called('call_+393471234567') }, 'messages[1].tool_calls[0].id'],
  'a telephone number after its word': [{ messages: called('tel_3471234567') }, 'messages[1].tool_calls[0].id'],
  'a telephone number in the name of a tool': [naming('phone_393471234567'), 'tools[0].function.name'],
  'the name of a person as an id': [{ messages: called('Giulia Bianchi') }, 'messages[1].tool_calls[0].id'],
  'the name of a person as the name of a tool': [naming('Call Giulia Bianchi'), 'tools[0].function.name'],
  'the id of a call': [{ messages: called(mail) }, 'messages[1].tool_calls[0].id'],
  'the name of a known person in the id of a call': [
    { messages: called('call_mario_rossi') },
    'messages[1].tool_calls[0].id',
  ],
  'the pattern of a schema': [
    {
      messages: [user],
      tools: [{ type: 'function', function: { name: 'f', parameters: pattern('^anna\\.verdi@posta\\.example$') } }],
    },
    'tools[0].function.parameters.properties.who.pattern',
  ],
  'a grammar': [
    { messages: [user], tools: [{ type: 'custom', custom: { name: 'g', format: { type: 'grammar', grammar } } }] },
    'tools[0].custom.format.grammar.definition',
  ],
} as const;
for (const [what, [body, param]] of Object.entries(words)) {
  test.serial(`personal data in a word that must not change is refused: ${what}`, async (t) => {
    const { reply, sent } = await post('/chat/completions', body);
    t.is(reply.status, 400, reply.text);
    t.true(reply.text.includes(`"param":"${param}"`), reply.text);
    t.notRegex(reply.text, /rossi|verdi|bianchi|347|IT60X/i);
    t.deepEqual(sent, []);
  });
}

test.serial('ids and words with many digits, and patterns for mail addresses, pass', async (t) => {
  const tools = ['^[\\w.+-]+@example\\.com$', '^\\d{4}-\\d{4}-\\d{4}-\\d{4}$'].map((text, at) => ({
    type: 'function',
    function: { name: `web_search_2025030${at}`, parameters: pattern(text) },
  }));
  for (const id of [
    'call_4111111111111111',
    'call_0471234567',
    'call_1732473600',
    'hotel_12',
    'telemetry-2025-03-05',
  ]) {
    const { reply } = await post('/chat/completions', { messages: called(id), tools });
    t.is(reply.status, 200, `${id} ${reply.text}`);
  }
  for (const name of ['Max_Tokens', 'Austin_Weather', 'telemetry_20250305', 'mobile_1']) {
    const { reply } = await post('/chat/completions', naming(name));
    t.is(reply.status, 200, `${name} ${reply.text}`);
  }
});

test.serial('names of fields and tokens that must not change pass', async (t) => {
  const body = { messages: [user], tools: tools('Order 2024'), logit_bias: { 50256: 1, 100257: -1 } };
  const { reply } = await post('/chat/completions', body);
  t.is(reply.status, 200, reply.text);
});

const picture = Buffer.alloc(600, 'ab').toString('base64');
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const citation = { type: 'web_search_result_location', title: 'x', cited_text: 'x', encrypted_index: 'x' };
const cited = (url: string) => ({
  max_tokens: 100,
  messages: [
    user,
    { role: 'assistant', content: [{ type: 'text', text: 'x', citations: [{ ...citation, url }] }] },
    user,
  ],
});
const citedUrl = 'messages[1].content[0].citations[0].url';
const refused = {
  'a picture beside a message': [
    '/chat/completions',
    { messages: [{ ...user, images: [picture] }] },
    'messages[0].images[0]',
  ],
  'a small picture': ['/chat/completions', { messages: [user], photo: { png: dot } }, 'photo.png'],
  'a picture in JSON': ['/chat/completions', { messages: [user], photos: JSON.stringify([picture]) }, 'photos'],
  'a picture in a URL': ['/chat/completions', { messages: [user], image: 'data:image/png;base64,YQ==' }, 'image'],
  'a picture to embed': ['/embeddings', { input: 'x', image: picture }, 'image'],
  'a picture in an item': ['/responses', { store: false, input: [{ ...user, image: picture }] }, 'input[0].image'],
  'a text in the URL of a citation': ['/messages', cited(`data:,${mail}`), citedUrl],
  'base64 in the URL of a citation': [
    '/messages',
    cited(`data:text/plain;base64,${Buffer.from(mail).toString('base64')}`),
    citedUrl,
  ],
} as const;
for (const [what, [path, body, param]] of Object.entries(refused)) {
  test.serial(`${what} is refused`, async (t) => {
    const { reply, sent } = await post(path, body);
    t.is(reply.status, 400, reply.text);
    t.regex(reply.text, /"input_not_inspectable"/);
    t.true(reply.text.includes(param), reply.text);
    t.notRegex(reply.text, /rossi/i);
    t.deepEqual(sent, []);
  });
}

const said = Buffer.from(`Write to ${mail}, please`).toString('base64');
for (const member of [{ note: said }, { page_token: said }, { note: { parts: [`x ${said}`] } }]) {
  test.serial(`short base64 with personal data is cast: ${JSON.stringify(member).slice(0, 20)}`, async (t) => {
    const { reply, sent } = await post('/chat/completions', { messages: [user], ...member });
    t.is(reply.status, 200, reply.text);
    t.regex(sent.join(''), /\[EMAIL-\w+\]/);
    t.false(sent.join('').includes(Buffer.from(mail.slice(3, 12)).toString('base64')));
    t.false(sent.join('').includes(said));
  });
}

const codesOf = (text: string) => Array.from(text, (character) => character.codePointAt(0));
const codes = codesOf(`to ${mail}`);
const calling = (text: string) => {
  const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: text } }];
  return {
    messages: [user, { role: 'assistant', tool_calls: calls }, { role: 'tool', tool_call_id: 'c', content: '' }],
  };
};
const inArguments = 'messages[1].tool_calls[0].function.arguments';
for (const [what, body, param] of [
  ['in an unknown member', { bytes: codes }, 'bytes'],
  ['in an unknown member of a message', { messages: [{ ...user, raw: { data: codes } }] }, 'messages[0].raw.data'],
  ['in the arguments of a tool', calling(JSON.stringify({ a: 'b', data: codes, c: 'd' })), inArguments],
  ['in arguments that are cut off', calling(JSON.stringify({ a: ['b', [codes]] }, null, 1).slice(0, -3)), inArguments],
  ['in JSON in arguments', calling(JSON.stringify({ a: JSON.stringify([0, codes]) })), inArguments],
  ['in a text that is JSON', { messages: [{ ...user, content: JSON.stringify(codes) }] }, 'messages[0].content'],
] as const) {
  test.serial(`personal data in character codes is refused: ${what}`, async (t) => {
    const { reply, sent } = await post('/chat/completions', { messages: [user], ...body });
    t.is(reply.status, 400, reply.text);
    t.true(reply.text.includes(`"param":"${param}"`), reply.text);
    t.deepEqual(sent, []);
  });
}

test.serial('other lists of numbers pass', async (t) => {
  const lists = { sizes: [640, 480, 1024, 768, 1280, 720], vector: [0.1, 0.2], ids: [9906, 1917, 0, 11, 30, 40, 50] };
  const word = { word: codesOf('nothing personal') };
  const { reply } = await post('/chat/completions', { messages: [user], ...lists, ...word });
  t.is(reply.status, 200, reply.text);
  const { reply: called } = await post('/chat/completions', calling(JSON.stringify({ ...lists, ...word })));
  t.is(called.status, 200, called.text);
});

test.serial('a refusal does not quote the personal name of a member with a picture', async (t) => {
  const { reply } = await post('/chat/completions', { messages: [user], [mail]: picture });
  t.is(reply.status, 400, reply.text);
  t.regex(reply.text, /A member contains base64/);
  t.notRegex(reply.text, /rossi/i);
});

test.serial('opaque values of an upstream pass at any length', async (t) => {
  const seal = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 7919) % 251)).toString('base64');
  const call = {
    id: 'c',
    type: 'function',
    function: { name: 'f', arguments: '{}' },
    extra_content: { google: { thought_signature: seal } },
  };
  const turn = {
    role: 'assistant',
    content: 'x',
    tool_calls: [call],
    thinking_blocks: [
      { type: 'thinking', thinking: 'x', signature: seal },
      { type: 'redacted_thinking', data: seal },
    ],
    reasoning_details: [{ type: 'reasoning.encrypted', data: seal, id: 'r', format: 'x' }],
  };
  const answered = { role: 'tool', tool_call_id: 'c', content: 'x' };
  const { reply, sent } = await post('/chat/completions', { messages: [user, turn, answered], cursor: seal });
  t.is(reply.status, 200, reply.text);
  t.is(sent.join('').split(seal).length, 6);
});

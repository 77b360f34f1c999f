import test from 'ava';
import { post } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';

const words = 'Please call the tool clock with {"zone":"UTC"}';
const user = { role: 'user', content: words };

const asks = {
  '/chat/completions': {
    messages: [user],
    tools: ['other', 'clock'].map((name) => ({ type: 'function', function: { name } })),
  },
  '/responses': { input: [user], store: false, tools: ['other', 'clock'].map((name) => ({ type: 'function', name })) },
  '/messages': {
    max_tokens: 100,
    messages: [user, { role: 'system', content: 'said behind it' }],
    tools: ['other', 'clock'].map((name) => ({ name, input_schema: { type: 'object' } })),
  },
};

for (const [path, ask] of Object.entries(asks)) {
  test(`a tool is called by its name, with the requested arguments, ${path}`, async (t) => {
    const sandbox = await startSandbox(t);
    const { text } = await post(sandbox, { model: 'sandbox-small', ...ask }, 'r', path);
    t.true(text.includes('"name":"clock"'), text);
    t.false(text.includes('"name":"other","'));
    t.regex(text, /"(arguments|input)":("\{\\"zone\\":\\"UTC\\"\}"|\{"zone":"UTC"\})/);
    const { text: none } = await post(sandbox, { model: 'sandbox-small', ...ask, tools: [] }, 's', path);
    t.true(none.includes('You said: '), none);
  });
}

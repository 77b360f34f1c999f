import { dataDirectory, environmentFor, seedTenant, startTestGateway, testConfig, type Teardown } from './gateway.ts';
import { startSandbox } from './sandbox.ts';

/** Requests of five kinds, each a new one at every call. They raise unless they are served. */
export type PathRequests = Readonly<Record<(typeof pathRequests)[number], () => Promise<unknown>>>;

export const pathRequests = [
  'bare chat',
  'protected stream',
  'continuation',
  'tool loop with a file',
  'create a key',
] as const;

const functionTool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };

/** A gateway in this process that serves all five, as configured by default. */
export async function startPathScene(t: Teardown): Promise<PathRequests> {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, {
    target: { surfaces: ['chat_completions', 'responses'] },
    top: { personal_data: {}, files: { openai: { upstream: 'sandbox' } } },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const plain = await seedTenant(environment);
  const cast = await seedTenant(environment, { piiEnabled: true });
  const administering = await seedTenant(environment, { administers: true, budgetEur: '5' });
  const { baseUrl, adminUrl } = await startTestGateway(t, environment);

  const post = async (url: string, apiKey: string, body: FormData | object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
    return text;
  };
  const idIn = (text: string): string => (JSON.parse(text) as { readonly id: string }).id;
  let nth = 0;
  // Each is another: what repeats a request is another path.
  const said = (): string => `Which city has the most bridges? Question ${(nth += 1)}.`;

  const form = new FormData();
  form.set('purpose', 'user_data');
  form.set('file', new File(['Hello'], 'hello.txt'));
  const fileId = idIn(await post(`${baseUrl}/files`, plain.apiKey, form));
  const responseId = idIn(await post(`${baseUrl}/responses`, plain.apiKey, { model: 'light', input: said() }));

  const chat = (apiKey: string, fields: object) =>
    post(`${baseUrl}/chat/completions`, apiKey, { model: 'light', max_tokens: 20, ...fields });
  return {
    'bare chat': () => chat(plain.apiKey, { messages: [{ role: 'user', content: said() }] }),
    'protected stream': () =>
      chat(cast.apiKey, {
        stream: true,
        messages: [
          { role: 'user', content: `${said()} Tell mario.rossi${nth}@example.com and IT60X0542811101000000123456.` },
        ],
      }),
    continuation: () =>
      post(`${baseUrl}/responses`, plain.apiKey, { model: 'light', input: said(), previous_response_id: responseId }),
    'tool loop with a file': () =>
      chat(plain.apiKey, {
        tools: [{ type: 'function', function: functionTool }],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: said() },
              { type: 'file', file: { file_id: fileId } },
            ],
          },
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'Seen.' },
        ],
      }),
    'create a key': () => post(`${adminUrl}/keys`, administering.apiKey, { name: `key ${nth++}`, budget_eur: '0.01' }),
  };
}

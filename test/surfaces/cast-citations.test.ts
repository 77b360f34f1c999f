import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Citations of what was cast, through the whole gateway: an upstream cites what it was sent, and the caller finds the words.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, {
  surfaces: ['chat_completions', 'messages', 'responses'],
  top: { personal_data: { languages: ['en'] } },
});

const document = '😀 Mr Mario Rossi pays from IT60X0542811101000000123456. He calls +39 347 123 4567 on Monday.';
const cited = 'He calls +39 347 123 4567 on Monday.';
const characters = (text: string, start = 0, end?: number): string => Array.from(text).slice(start, end).join('');
const placeOf = (part: string, text: string): number => Array.from(text.slice(0, text.indexOf(part))).length;

test.serial(
  'messages: a citation of a document encloses the original words, in the answer and in the next turn',
  async (t) => {
    const { baseUrl, ledger, answer, lastCall } = await scene;
    const { apiKey } = await ledger.tenant({ piiEnabled: true });
    const question = {
      role: 'user',
      content: [
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: document },
          citations: { enabled: true },
        },
        { type: 'text', text: 'When does he call?' },
      ],
    };
    const ask = async (messages: readonly object[], stream = false) => {
      const reply = await httpCall(`${baseUrl}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'light', max_tokens: 20, stream, messages }),
      });
      t.is(reply.status, 200, reply.text);
      return reply.text;
    };
    const usage = { input_tokens: 10, output_tokens: 10 };
    const message = (content: readonly object[]) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'light',
      stop_reason: 'end_turn',
      stop_sequence: null,
      content,
      usage,
    });
    const json = { 'content-type': 'application/json' };
    answer({
      headers: json,
      pieces: [JSON.stringify(message([{ type: 'text', text: 'On Monday.', citations: null }]))],
    });
    await ask([question]);
    const sent = JSON.parse(lastCall().body).messages[0].content[0].source.data as string;
    t.notRegex(sent, /Rossi|347/);

    const said = sent.slice(sent.indexOf('He calls'));
    const start = placeOf('He calls', sent);
    const citation = {
      type: 'char_location',
      cited_text: said,
      document_index: 0,
      document_title: null,
      start_char_index: start,
      end_char_index: start + said.length,
    };
    const own = { ...citation, cited_text: cited, start_char_index: placeOf(cited, document), end_char_index: 0 };
    own.end_char_index = own.start_char_index + cited.length;
    t.is(characters(document, own.start_char_index, own.end_char_index), cited);
    answer({
      headers: json,
      pieces: [JSON.stringify(message([{ type: 'text', text: 'On Monday.', citations: [citation] }]))],
    });
    const shown = JSON.parse(await ask([question])) as { content: { citations: object[] }[] };
    t.deepEqual(shown.content[0]?.citations, [own]);

    const records = [
      { type: 'message_start', message: { ...message([]), stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'On Monday.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    answer({
      headers: { 'content-type': 'text/event-stream' },
      pieces: records.map((record) => `event: ${record.type}\ndata: ${JSON.stringify(record)}\n\n`),
    });
    t.true((await ask([question], true)).includes(JSON.stringify({ type: 'citations_delta', citation: own })));

    answer({ headers: json, pieces: [JSON.stringify(message([{ type: 'text', text: 'Yes.', citations: null }]))] });
    await ask([question, { role: 'assistant', content: shown.content }, { role: 'user', content: 'Sure?' }]);
    t.deepEqual(JSON.parse(lastCall().body).messages[1].content[0].citations, [citation]);
  },
);

test.serial('chat completions: a citation of an answer encloses the words that the upstream cited', async (t) => {
  const { baseUrl, ledger, answer, lastCall } = await scene;
  const { apiKey } = await ledger.tenant({ piiEnabled: true });
  const ask = async () => {
    const reply = await httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', max_tokens: 20, messages: [{ role: 'user', content: document }] }),
    });
    t.is(reply.status, 200, reply.text);
    return JSON.parse(reply.text);
  };
  const told = (content: string, annotations: readonly object[]) => ({
    headers: { 'content-type': 'application/json' },
    pieces: [
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'light',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, annotations } }],
        usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
      }),
    ],
  });
  answer(told('x', []));
  await ask();
  const sent = JSON.parse(lastCall().body).messages[0].content as string;
  const said = sent.slice(sent.indexOf('He calls'));
  const start = placeOf('He calls', sent);
  const url_citation = { title: 'x', url: 'https://a.example', start_index: start, end_index: start + said.length };
  answer(told(sent, [{ type: 'url_citation', url_citation }]));
  const { message } = (await ask()).choices[0];
  t.is(message.content, document);
  const { start_index: first, end_index: last } = message.annotations[0].url_citation;
  t.is(characters(document, first, last), cited);
  t.not(first, start);
});

test.serial(
  'responses: a citation of a stored answer encloses the same words if its text is cast only in a later turn',
  async (t) => {
    const { baseUrl, ledger, answer, lastCall } = await scene;
    const { apiKey } = await ledger.tenant({ piiEnabled: true });
    const ask = async (more: object) => {
      const reply = await httpCall(`${baseUrl}/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'light', max_output_tokens: 20, store: true, ...more }),
      });
      t.is(reply.status, 200, reply.text);
      return JSON.parse(reply.text);
    };
    // A number that stood on a page: nobody in this conversation has told it before.
    const answerOf = (text: string) => {
      const start = placeOf('so says', text);
      const page = { type: 'url_citation', title: 'x', url: 'https://a.example' };
      const citation = { ...page, start_index: start, end_index: start + 'so says the page'.length };
      const behind = { ...page, start_index: placeOf('+39', text), end_index: placeOf(', so', text) };
      return {
        headers: { 'content-type': 'application/json' },
        pieces: [
          JSON.stringify({
            id: 'resp_1',
            object: 'response',
            created_at: 1,
            status: 'completed',
            model: 'light',
            output: [
              {
                type: 'message',
                id: 'msg_1',
                status: 'completed',
                role: 'assistant',
                content: [{ type: 'output_text', text, annotations: [citation, behind] }],
              },
            ],
            usage: { input_tokens: 5, output_tokens: 5, total_tokens: 10 },
          }),
        ],
      };
    };
    answer(answerOf('😀 Call +39 347 123 4567, so says the page.'));
    const first = await ask({ input: 'Whom do I call?' });
    t.is(first.output[0].content[0].text, '😀 Call +39 347 123 4567, so says the page.');
    await ask({ input: 'When?', previous_response_id: first.id });
    const { input } = JSON.parse(lastCall().body);
    const { text, annotations } = input.find(({ role }: { role: string }) => role === 'assistant').content[0];
    t.notRegex(text, /347/);
    const enclosed = annotations.map((each: { start_index: number; end_index: number }) =>
      characters(text, each.start_index, each.end_index),
    );
    t.is(enclosed[0], 'so says the page');
    t.regex(enclosed[1], /^\[PHONE-[a-z0-9]+\]$/);
  },
);

/** Shapes of bodies that cost much to cast or to restore, of the default of `server.body_bytes_max`. */

/** Less what is around the texts. */
const bytes = 8_388_608 - 200;
const filled = (piece: string): string =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece)) - 2));
export const list = <Item>(count: number, piece: (place: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, place) => piece(place));
const body = (content: unknown, more = {}): Buffer =>
  Buffer.from(JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content }], ...more }));

export const requests: Readonly<Record<string, () => Buffer>> = {
  'prose of 8 MiB': () => body(filled('The order was shipped on Monday, and nobody had asked about the price. ')),
  'escapes, 8 MiB': () => body(filled('\\u00f6 %41%42 &amp; ')),
  'one address of mail again and again, 8 MiB': () => body(filled('x@b.co ')),
  'one street again and again, 8 MiB': () => body(filled('Via Roma 1 ')),
  'no-break spaces, 8 MiB': () => body(filled('\u00a0')),
  'brackets, 8 MiB': () => body(filled('(')),
  'lists of groups of digits, 8 MiB': () => body(filled('4111 1111-1111.1111, ')),
  'long numbers, 8 MiB': () => body(filled('7'.repeat(4_000) + ' ')),
  '100,000 addresses of mail': () => body(list(100_000, (place) => `a${place}@b.co`).join(' ')),
  '500,000 addresses of mail, refused': () => body(list(500_000, (place) => `a${place}@b.co`).join(' ')),
  '50,000 short texts': () => body('a', { other: list(49_990, (place) => `write to a${place}@b.co`) }),
  '50,000 names of members': () => body('a', { other: Object.fromEntries(list(49_990, (at) => [`n${at}`, 7])) }),
  'lists within lists': () =>
    body('a', { other: list(490, () => JSON.parse(`${'['.repeat(99)}"a"${']'.repeat(99)}`)) }),
  '100,000 strings of JSON in a text': () => body(JSON.stringify(list(100_000, (place) => `t${place}`))),
  '700,000 strings of JSON in a text, refused': () => body(JSON.stringify(list(700_000, (place) => `t${place}`))),
  '4,000,000 numbers of JSON in a text': () => body(JSON.stringify(list(4_000_000, () => 1))),
  'JSON in JSON, five deep': () => {
    let text: unknown = list(20_000, (place) => `a${place}@b.co`);
    for (let depth = 0; depth < 5; depth += 1) text = JSON.stringify([text]);
    return body(text);
  },
};

const choice = (content: unknown, more = {}): unknown => ({
  index: 0,
  message: { role: 'assistant', content },
  finish_reason: 'stop',
  ...more,
});
const token = { token: 'a', logprob: -1, top_logprobs: list(5, () => ({ token: 'a', logprob: -1 })) };
const answer = (choices: readonly unknown[], more = {}): Buffer => {
  const head = { id: 'a', object: 'chat.completion', created: 1, model: 'm' };
  return Buffer.from(JSON.stringify({ ...head, choices, ...more, usage: { prompt_tokens: 9, completion_tokens: 5 } }));
};

/** An answer of a word. */
export const shortAnswer = (): Buffer => answer([choice('a')]);

/** Answers in which placeholders of the conversation stand, as many as are given or one again and again. */
export const answers: Readonly<Record<string, (placeholders: readonly string[]) => Buffer>> = {
  'an answer with 4,000 tokens and their probabilities': () =>
    answer([choice('a', { logprobs: { content: list(4_000, () => token) } })]),
  'an answer with 28,000 of them and a text that changes': ([first]) =>
    answer([choice(first, { logprobs: { content: list(28_000, () => token) } })]),
  'an answer with 100,000 placeholders': (all) =>
    answer([choice(list(100_000, (place) => all[place % all.length]).join(' '))]),
  'an answer with 100,000 choices': (all) => answer(list(100_000, (place) => choice(all[place % all.length]))),
  'an answer of lists within lists': (all) =>
    answer([choice('a')], { other: list(490, () => JSON.parse(`${'['.repeat(90)}"${all[0]}"${']'.repeat(90)}`)) }),
  'an answer with prose of 8 MB': ([first]) => answer([choice(`${first} ${filled('The order was shipped. ')}`)]),
};

const delta = (content: string): string => {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
};
const ended = `data: {"id":"a","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":5}}\n\ndata: [DONE]\n\n`;

/** The same of streams. */
export const streams: Readonly<Record<string, (placeholders: readonly string[]) => Buffer>> = {
  'a stream of 40,000 placeholders in pieces': ([first = '']) =>
    Buffer.from(list(40_000, () => delta(first.slice(0, 5)) + delta(first.slice(5))).join('') + ended),
  'a stream of one record of 900 KB': ([first = '']) => Buffer.from(delta(`${first} `.repeat(40_000)) + ended),
};

// `npm run test:recordings -- FILE`: recorded answers of real servers, with placeholders written into every string that a
// model wrote, at a gateway whose caller is protected. FILE has a JSON object a line: `surface`, `streamed`, `request` (the
// recorded body, or null) and `answer` (the recorded body); it may be compressed with gzip. Each answer is sent whole and in
// odd pieces: no placeholder may be left. Each request is sent too: none may be refused, but for what cannot be inspected.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { httpCall } from '../../test/_support/http-call.ts';
import { setScriptedScene, type ScriptedScene } from '../../test/_support/scripted-upstream.ts';
import { seededRandom } from '../../test/_support/seeded-random.ts';
import { plantedAnswer, plantedStream } from './planted-placeholders.ts';

interface Recorded {
  readonly provider: string;
  readonly surface: string;
  readonly streamed: boolean;
  readonly request: string | null;
  readonly answer: string;
}

const said = 'Mi chiamo Mario Rossi, IBAN IT60X0542811101000000123456.';

/** By surface: its path, its name in configuration, and a request in which a person is named. */
const surfaces: Readonly<Record<string, { readonly path: string; readonly name: string; readonly body: object }>> = {
  chat: {
    path: '/chat/completions',
    name: 'chat_completions',
    body: { messages: [{ role: 'user', content: said }] },
  },
  responses: { path: '/responses', name: 'responses', body: { input: said, store: false } },
  messages: {
    path: '/messages',
    name: 'messages',
    body: { max_tokens: 500, messages: [{ role: 'user', content: said }] },
  },
};

/** Codes of refusals that the documentation names for everyone, and for what nobody can inspect. */
const documented = new Set([
  'unsupported_parameter',
  'tool_not_priced',
  'service_tier_not_priced',
  'previous_response_not_found',
]);
/** The beginning of the refusal of pictures, sound and files, which nobody can inspect. */
const media = 'This caller needs protection of personal data, and the request contains content that cannot';

const { WAYBILL_TEST_SEED: seed = '1' } = process.env;
const random = seededRandom(Number(seed));
const endings: (() => unknown)[] = [];
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file with the recordings: npm run test:recordings -- FILE');
const bytes = readFileSync(file);
const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n');
const recorded = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);

/** What a text is sent as: whole, or in pieces of any length. */
function pieces(text: string, isWhole: boolean): readonly Buffer[] {
  const sent = Buffer.from(text);
  if (isWhole) return [sent];
  const cut: Buffer[] = [];
  for (let at = 0; at < sent.length;) {
    const length = random.whole(1, 400);
    cut.push(sent.subarray(at, at + length));
    at += length;
  }
  return cut;
}

function paths(value: unknown, found: string[], path = ''): readonly string[] {
  if (typeof value === 'string' && placeholderIn.test(value)) found.push(`${path} ${value.slice(-120)}`);
  else if (value !== null && typeof value === 'object') {
    for (const [name, each] of Object.entries(value)) paths(each, found, `${path}.${name}`);
  }
  return found;
}

const placeholderIn = /\[?(?:PERSON|IBAN)-|PERSON/;

/** Where placeholders, or parts of them, are left in an answer. */
function left(text: string, isStream: boolean): readonly string[] {
  const found: string[] = [];
  const bodies = isStream ? Array.from(text.matchAll(/^data:(.*)$/gm), ([, data = '']) => data) : [text];
  for (const body of bodies) {
    try {
      paths(JSON.parse(body), found);
    } catch {
      if (placeholderIn.test(body)) found.push(body);
    }
  }
  return found;
}

async function sent(scene: ScriptedScene, apiKey: string, path: string, body: object) {
  return await httpCall(`${scene.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({ ...body, model: 'light' }),
  });
}

const tally = new Map<string, number>();
const note = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1);
let asked = 0;
let faults = 0;
const fault = (what: string, details: readonly string[]): void => {
  faults += 1;
  note(what);
  process.stdout.write(`${what}\n${details.map((each) => `  ${each}\n`).join('')}`);
};

try {
  const scene = await setScriptedScene(
    { teardown: (ending) => void endings.push(ending) },
    {
      surfaces: Object.values(surfaces).map(({ name }) => name),
      target: { context_tokens_max: 1_000_000, output_tokens_max: 100_000 },
      // Placeholders are planted within addresses too.
      top: { personal_data: { link_hosts: ['*'] } },
    },
  );
  const { apiKey } = await scene.ledger.tenant({ piiEnabled: true, creditEur: '100000' });
  for (const { surface, streamed, request, answer, provider } of recorded) {
    const here = surfaces[surface];
    if (here === undefined) {
      note(`no text: ${surface}`);
      continue;
    }
    const headers = { 'content-type': streamed ? 'text/event-stream' : 'application/json' };
    for (const isWhole of [true, false]) {
      // Words of its own: what repeats a request in doubt is not forwarded.
      const body = JSON.parse(JSON.stringify(here.body).replace(said, `${said} ${(asked += 1)}`)) as object;
      scene.answer({ status: 400, headers: { 'content-type': 'application/json' }, pieces: ['{}'] });
      await sent(scene, apiKey, here.path, { ...body, stream: streamed });
      const [placeholder] = /\[PERSON-[a-z0-9]+\]/.exec(scene.lastCall().body) ?? [];
      if (placeholder === undefined) throw new Error('the upstream was sent no placeholder');
      const planted = streamed ? plantedStream(answer, placeholder) : plantedAnswer(answer, placeholder);
      scene.answer({ headers, pieces: pieces(planted, isWhole) });
      const reply = await sent(scene, apiKey, here.path, { ...body, stream: streamed });
      const places = left(reply.text, streamed);
      if (places.length > 0) fault(`left: ${provider}, ${surface}`, places);
      else if (reply.text.includes('Mario Rossi')) note('restored');
      else if (reply.status !== 200) {
        scene.answer({ headers, pieces: [answer] });
        const plain = await sent(scene, apiKey, here.path, { ...here.body, stream: streamed, user: `${asked}` });
        if (plain.status === reply.status) note(`no answer: ${reply.status}`);
        else fault(`answered ${reply.status}`, [reply.text]);
      } else note(`nothing to restore: ${reply.status}`);
    }
    if (request === null) continue;
    const own = JSON.parse(request) as object;
    scene.answer({ headers, pieces: [answer] });
    const { status, text } = await sent(scene, apiKey, here.path, own);
    if (status !== 400) note(`request: ${status}`);
    else {
      const { error } = JSON.parse(text) as {
        error: { code?: string; message: string; details?: { error_code: string } };
      };
      const code = error.code ?? error.details?.error_code ?? '';
      const isMedia = error.message.startsWith(media);
      if (isMedia) note('refused: media');
      else if (!documented.has(code)) fault(`refused: ${code}`, [error.message]);
      else note(`refused: ${code}`);
    }
  }
} finally {
  for (const ending of endings.toReversed()) await ending();
}
for (const [what, count] of [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  process.stdout.write(`${String(count).padStart(6)} ${what}\n`);
process.exitCode = faults > 0 ? 1 : 0;

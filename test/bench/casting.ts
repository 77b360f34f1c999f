// What casting costs: putting back by the kilobyte and by the delta, and a protected request beside an unprotected one.
// `npm run bench:casting` writes docs/bench/casting.md; `--dry` prints it instead.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { placeholderRestorer } from '../_support/placeholder-restorer.ts';
import { piiEntities } from '../../src/personal-data/pii-kinds.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { httpCall } from '../_support/http-call.ts';
import { serveGateway } from '../_support/served-gateway.ts';
import { priorityTold } from './bench-page.ts';
import { median } from './median.ts';

const book = new CastBook(Buffer.alloc(32, 7));
const placeholders = Array.from({ length: 200 }, (_, place) => {
  return book.entryOf(`Value ${place}`, piiEntities[place % piiEntities.length] ?? 'PERSON').placeholder;
});
const { restore, openLane } = placeholderRestorer(book.entries);

const prose =
  'I went to the office at nine. All the letters were on the desk, and a colleague asked whether (as usual) the plan was to ' +
  'answer them by Friday. Each of them had a date, a sender and a question. Perhaps we should write to everybody at once? ' +
  'Andiamo a vedere se è possibile; E poi, certo, dipende. Ich habe dem Amt geschrieben. Il est parti à dix heures. ';
const code =
  'const names = rows.map((row) => row["name"] ?? list[0]); if (a[i] && b[i] % 5 === 0) { print(`${names[i]}\\n`); }\n';

/** As much code as models are asked for: the stages of the pipeline. */
function ownCode(): string {
  const folder = join(import.meta.dirname, '..', '..', 'src', 'pipeline');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

/** About as models cut a text: words with the blank before them, long ones in two, punctuation apart. */
const deltas = (text: string): readonly string[] => text.match(/ ?\p{L}{1,7}|\d{1,3}|\s+|[^\p{L}\d\s]+/gu) ?? [];

/** Microseconds of one run, the median of many. */
function microseconds(run: () => unknown, runs = 200): number {
  for (let i = 0; i < 50; i++) run();
  return median(
    Array.from({ length: runs }, () => {
      const began = performance.now();
      run();
      return (performance.now() - began) * 1_000;
    }),
  );
}

function restoring(): readonly (readonly string[])[] {
  const withValues = (text: string): string => text.replaceAll('. ', () => ` ${placeholders[17]}. `);
  const texts = {
    prose,
    'code of this gateway': ownCode(),
    'a line of brackets and quotes': code,
    'prose with placeholders': withValues(prose),
  };
  return Object.entries(texts).map(([name, unit]) => {
    const text = unit.repeat(Math.ceil(65_536 / unit.length));
    const pieces = deltas(text);
    const bare = (): unknown => {
      const lane = openLane();
      for (const piece of pieces) lane.push(piece);
      return lane.flush();
    };
    const lane = openLane();
    let [held, row, longest] = [0, 0, 0];
    for (const piece of pieces) {
      lane.push(piece);
      row = lane.isHolding ? row + 1 : 0;
      held += lane.isHolding ? 1 : 0;
      longest = Math.max(longest, row);
    }
    return [
      name,
      (microseconds(() => restore(text)) / (Buffer.byteLength(text) / 1_024)).toFixed(1),
      (microseconds(bare) / pieces.length).toFixed(3),
      `${((100 * held) / pieces.length).toFixed(2)} %`,
      String(longest),
    ];
  });
}

async function casting(): Promise<readonly (readonly string[])[]> {
  const engine = castingEngine([createEmbeddedPiiDetector()], { languages: ['de', 'en', 'es', 'fr', 'it'] });
  const text = `${prose} My name is Mario Rossi, IBAN IT60X0542811101000000123456, telephone +39 347 123 4567.`;
  const rows: (readonly string[])[] = [];
  // The first is to warm up.
  for (const kib of [64, 1, 16, 64]) {
    const parts = Array.from({ length: Math.ceil((kib * 1_024) / text.length) }, (_, place) => `${place}: ${text}`);
    const times: { fresh: number[]; seen: number[] } = { fresh: [], seen: [] };
    for (let run = 0; run < 24; run++) {
      for (const kind of ['fresh', 'seen'] as const) {
        const texts = parts.map((part) => `${run} ${part}`);
        const began = process.cpuUsage();
        const conversation = await engine.cast(castRequest(texts));
        await conversation.sweep(castRequest(conversation.texts).texts);
        // Of the processor: others use the machine too.
        const { user, system } = process.cpuUsage(began);
        times[kind].push(user + system);
      }
    }
    rows.push([`${kib} KiB`, ...[times.fresh, times.seen].map((each) => (median(each.slice(8)) / kib).toFixed(0))]);
  }
  return rows.slice(1);
}

/** Both callers in turn, one request at a time. */
async function requests(): Promise<readonly (readonly string[])[]> {
  const endings: (() => unknown)[] = [];
  const t = { teardown: (ending: () => unknown) => void endings.push(ending) };
  const served = await serveGateway(t, { config: { top: { personal_data: {} } } });
  const callers = {
    unprotected: await served.tenant({ creditEur: '1000' }),
    protected: await served.tenant({ creditEur: '1000', piiEnabled: true }),
  };
  const rows: (readonly string[])[] = [];
  for (const stream of [false, true]) {
    const times = { unprotected: [] as number[], protected: [] as number[] };
    for (let run = 0; run < 220; run++) {
      for (const who of ['unprotected', 'protected'] as const) {
        const content = `${run}: ${prose} I am Mario Rossi, IBAN IT60X0542811101000000123456.`;
        const began = performance.now();
        await httpCall(`${served.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${callers[who].apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'light', stream, max_tokens: 200, messages: [{ role: 'user', content }] }),
        });
        times[who].push(performance.now() - began);
      }
    }
    const of = (who: keyof typeof times): string => median(times[who].slice(20)).toFixed(2);
    rows.push([stream ? 'streamed' : 'whole', of('unprotected'), of('protected')]);
  }
  for (const ending of endings.toReversed()) await ending();
  return rows;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

{
  const back = restoring();
  const cast = await casting();
  const whole = await requests();
  const report = [
    '# Personal data: what casting costs',
    [
      `Made by \`npm run bench:casting\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version};`,
      `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors${priorityTold()}.`,
    ].join(' '),
    '## Putting back, with 200 placeholders of all kinds',
    'Goals: 40 µs/KB, 1 µs for a delta that holds nothing, 0.1 % of the deltas of prose held, 3 % of code, each for 2 at most.',
    table(['text', 'µs/KB', 'µs a delta', 'deltas held back', 'in a row'], back),
    '## Casting with the embedded detector and sweeping, µs/KB of the processor',
    '*Seen*: the same texts once more, as a history is sent in each turn.',
    table(['request', 'new', 'seen'], cast),
    '## One request, a prompt of 0.6 KB, milliseconds (median of 200, one at a time, in turn)',
    table(['answer', 'unprotected', 'protected'], whole),
  ].join('\n\n');
  if (process.argv.includes('--dry')) console.log(report);
  else writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'bench', 'casting.md'), `${report}\n`);
}

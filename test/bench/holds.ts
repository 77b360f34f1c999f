// `npm run bench:holds -- FILE`: by how much a hold grows that covers what tokenizers read, compared with one of a token a
// byte. FILE names recorded requests, one JSON object a line (`surface`, `request`), gzipped or not; the bodies of coding
// agents in test/fixtures come beside them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { templateTokensMax } from '../../src/domain/template-tokens.ts';
import type { JsonObjectText } from '../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import { median } from './median.ts';

/** An output token costs so many input tokens; a request without a limit of its own gets so many. */
const outputPrice = 5;
const outputTokensMax = 4_096;

interface Growth {
  readonly bytes: number;
  readonly toolsBytes: number;
  /** Input tokens and holds, compared with one token a byte. */
  readonly input: number;
  readonly hold: number;
}

function growthOf(text: string): Growth | null {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') return null;
  const bytes = object.bytes.length;
  const tokens = object.rewrittenBytesMax + templateTokensMax;
  const output = outputPrice * limitOf(object);
  const tools = object.member('tools') ?? object.member('functions');
  const toolsBytes = tools === undefined ? 0 : tools.valueEnd - tools.valueStart;
  return { bytes, toolsBytes, input: tokens / bytes - 1, hold: (tokens + output) / (bytes + output) - 1 };
}

function limitOf(object: JsonObjectText): number {
  const names = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'];
  const limits = names.map((name) => object.member(name)).filter((member) => member?.kind === 'number');
  return (
    Math.max(...limits.map((member) => (member === undefined ? 0 : Number(object.text(member)))), 0) || outputTokensMax
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function row(name: string, { bytes, toolsBytes, input, hold }: Growth): string {
  return `| ${name} | ${bytes.toLocaleString('en')} | ${toolsBytes.toLocaleString('en')} | ${percent(input)} | ${percent(hold)} |`;
}

function recorded(path: string): readonly string[] {
  const file = readFileSync(path);
  const lines = (path.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8').split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const { request } = JSON.parse(line) as { readonly request: unknown };
    if (typeof request === 'string') return [request];
    return typeof request === 'object' && request !== null ? [JSON.stringify(request)] : [];
  });
}

const fixtures = join(import.meta.dirname, '..', 'fixtures');
const agents = ['messages/request-claude-code', 'responses/request-codex'].flatMap((name) =>
  ['recorded', 'by-hand'].map((kind) => `${name}-${kind}`),
);

console.log('| body | bytes | of these, tools | input tokens | hold |\n|---|---:|---:|---:|---:|');
for (const name of agents) {
  const growth = growthOf(JSON.stringify(JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8'))));
  if (growth !== null) console.log(row(name, growth));
}
const [path] = process.argv.slice(2);
if (path === undefined) {
  console.log('\nName a file of recorded requests to see them too: npm run bench:holds -- FILE');
} else {
  const growths = recorded(path)
    .map(growthOf)
    .filter((growth) => growth !== null);
  const medianOf = (figure: keyof Growth): number => median(growths.map((growth) => growth[figure]));
  console.log(
    row(`recorded requests, median of ${growths.length.toLocaleString('en')}`, {
      bytes: medianOf('bytes'),
      toolsBytes: medianOf('toolsBytes'),
      input: medianOf('input'),
      hold: medianOf('hold'),
    }),
  );
  const dearest = growths.toSorted((a, b) => b.hold - a.hold)[0];
  const [withMostTools] = growths.toSorted((a, b) => b.toolsBytes - a.toolsBytes);
  if (withMostTools !== undefined) console.log(row('recorded, with most tools', withMostTools));
  if (dearest !== undefined) console.log(row('recorded, whose hold grows most', dearest));
}

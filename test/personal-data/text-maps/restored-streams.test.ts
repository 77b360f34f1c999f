import test, { type ExecutionContext } from 'ava';
import { applyEdits } from '../../../src/wire/byte-edits.ts';
import { replaceValue } from '../../../src/wire/json-edits.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { createRecordSplitter } from '../../../src/wire/server-sent-events.ts';
import { channelUseSpansOf, textKey } from '../../../src/personal-data/channel-uses.ts';
import type { TextMap } from '../../../src/personal-data/text-map.ts';
import { restoredStream } from '../../_support/passing-stream.ts';
import { seededRandom, type SeededRandom } from '../../_support/seeded-random.ts';
import { textsOfStream } from '../../_support/stream-texts.ts';
import { placeholderOf, restorerOf } from '../../_support/substituting-pii-engine.ts';
import { streams, type StreamFixture } from './_fixtures.ts';
import { leavesOf } from '../../_support/parsed-texts.ts';

// Every stream of every surface as an upstream would tell it that knows nobody's name, with placeholders cut anywhere
// between the pieces of a text: it comes out as if it had been told with names, whatever the cuts of the bytes.

const placeholder = placeholderOf('Ada');
const restorer = restorerOf(new Map([[placeholder, 'Ada']]));
const recordBytesMax = 1_000_000;

const isLane = ({ kind, use }: { readonly kind: string; readonly use: string }): boolean =>
  use === 'piece' && kind !== 'signed_text' && kind !== 'opaque';

/** The records with placeholders for names, each text cut anywhere into its pieces. */
function told({ map, records }: StreamFixture, random: SeededRandom): readonly string[] {
  const texts = records.map((record) => JSON.stringify(record).replaceAll('Ada', placeholder));
  const pieces = texts.flatMap((text, place) => {
    const object = scanJsonObject(Buffer.from(text));
    if (object.kind === 'json_fault') throw new Error('a record that is no object');
    return channelUseSpansOf(map, object)
      .filter(isLane)
      .map((use) => ({ place, key: textKey(use), span: use.span, text: use.text }));
  });
  const lanes = Map.groupBy(pieces, ({ key }) => key);
  const said = new Map(
    [...lanes].flatMap(([, lane]) => {
      const whole = lane
        .map(({ text }) => text)
        .join('')
        .replaceAll('Ada', placeholder);
      const ends = lane
        .slice(1)
        .map(() => random.whole(0, whole.length))
        .toSorted((a, b) => a - b);
      return lane.map((piece, i) => [piece, whole.slice(ends[i - 1] ?? 0, ends[i] ?? whole.length)] as const);
    }),
  );
  return texts.map((text, place) => {
    const edits = pieces.flatMap((piece) =>
      piece.place === place && piece.span !== null ? [replaceValue(piece.span, JSON.stringify(said.get(piece)))] : [],
    );
    return applyEdits(Buffer.from(text), edits).toString();
  });
}

const asEvents = (records: readonly string[]): Buffer =>
  Buffer.from(records.map((record) => `event: e\ndata: ${record}\n\n`).join(''));

function restored(texts: TextMap, pieces: Iterable<Buffer>): Buffer {
  const stream = restoredStream({ texts, restorer, recordBytesMax });
  const out: Buffer[] = [];
  for (const piece of pieces) out.push(stream.push(piece) ?? Buffer.alloc(0));
  out.push(stream.finish() ?? Buffer.alloc(0));
  return Buffer.concat(out);
}

const recordsIn = (bytes: Buffer): readonly unknown[] =>
  createRecordSplitter({ recordBytesMax })
    .push(bytes)
    .map(({ data }) => JSON.parse(data?.toString() ?? ''));

/** What must not change: kinds and order of records, numbers, and every string that is neither text nor token. */
function skeleton(map: TextMap, record: unknown): unknown {
  const { type, sequence_number: sequence } = record as Record<string, unknown>;
  const kept = leavesOf(map.record ?? {}, record).filter(({ kind }) => !/^(json_|token_)?text$/.test(kind));
  return { type, sequence, kept: kept.map(({ path, text }) => `${path}: ${text}`) };
}

function assertRestored(t: ExecutionContext, { map, records }: StreamFixture, sent: Buffer, shown: Buffer): void {
  const [before, after] = [recordsIn(sent), recordsIn(shown)];
  t.deepEqual(
    after.map((record) => skeleton(map, record)),
    before.map((record) => skeleton(map, record)),
  );
  const { texts, late, disagreeing } = textsOfStream(map, after);
  t.deepEqual(late, []);
  t.deepEqual(disagreeing, []);
  const signed = new Set((map.channels ?? []).filter(({ kind }) => kind === 'signed_text').map(({ name }) => name));
  for (const [key, text] of textsOfStream(map, records).texts) {
    const isSigned = signed.has(key.slice(0, key.indexOf('(')));
    t.is(texts.get(key), isSigned ? text.replaceAll('Ada', placeholder) : text, key);
  }
  for (const [place, record] of after.entries()) {
    const leaves = leavesOf(map.record ?? {}, record).filter(({ kind }) => kind === 'text' || kind === 'json_text');
    t.false(
      leaves.some(({ text }) => text.includes(placeholder)),
      `record ${place}`,
    );
  }
}

for (const stream of streams) {
  test(`${stream.name}: deltas, repetitions and the end have the same restored text, wherever texts are cut`, (t) => {
    for (let seed = 0; seed < 12; seed++) {
      const sent = asEvents(told(stream, seededRandom(seed)));
      const shown = restored(stream.map, [sent]);
      assertRestored(t, stream, sent, shown);
      if (seed > 2) continue;
      const bytes = Array.from({ length: sent.length }, (_, at) => sent.subarray(at, at + 1));
      t.is(restored(stream.map, bytes).toString(), shown.toString());
    }
  });

  test(`${stream.name}: the output is the same wherever the bytes are cut`, (t) => {
    const sent = asEvents(told(stream, seededRandom(7)));
    const shown = restored(stream.map, [sent]).toString();
    const step = Math.max(1, Math.floor(sent.length / 120));
    for (let cut = 0; cut < sent.length; cut += step) {
      t.is(restored(stream.map, [sent.subarray(0, cut), sent.subarray(cut)]).toString(), shown);
    }
  });
}

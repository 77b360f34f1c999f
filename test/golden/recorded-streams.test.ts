import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { RecordedEvent } from '../../src/ports/event-log.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { billOf, plainNano } from '../_support/sandbox-bill.ts';
import { chunkings } from './_chunkings.ts';
import { goldenCall } from './_golden-call.ts';
import { jsonSurfaces, post } from './_golden-cases.ts';
import { goldenScene } from './_golden-scene.ts';
import { foldedStream, recordedBody, type FoldedStream, type StreamSurface } from './_recorded-stream.ts';

// Streams as servers that are not ours have written them: what they say and what they count comes through a gateway, however the
// network cuts them.

const scene = goldenScene();
test.after.always(scene.end);

const folder = join(import.meta.dirname, '../fixtures/streams');

const surfaces: Readonly<Record<string, StreamSurface>> = {
  chat: 'chat-completions',
  messages: 'messages',
  responses: 'responses',
};

/** What the recordings say, and no other: a recording that says nothing would let everything pass. */
const said: Readonly<Record<string, Partial<FoldedStream>>> = {
  words: { text: 'You said: Zoë asks: 你好? 🍎', call: '', inputTokens: 1_201, outputTokens: 345, isBroken: false },
  tool: { call: 'find{"who":"李 Ada"}', inputTokens: 1_201, outputTokens: 345, isBroken: false },
  nobody: { text: 'Grüße aus Zürich: 3 Äpfel – 你好, 🍎! That is all.', inputTokens: 8, outputTokens: 26 },
  cut: { call: '', end: '', outputTokens: 0, isBroken: true },
};

interface Recording {
  readonly file: string;
  readonly surface: StreamSurface;
  readonly wire: Buffer;
  readonly written: FoldedStream;
  readonly kind: string;
}

const recordings = readdirSync(folder)
  .filter((file) => file.endsWith('.http'))
  .map((file): Recording => {
    const [, named = ''] = file.split('-');
    const surface = surfaces[named];
    if (surface === undefined) throw new RangeError(file);
    const wire = readFileSync(join(folder, file));
    const kind = /(tool|nobody|cut)\.http$/.exec(file)?.[1] ?? 'words';
    return { file, surface, wire, written: foldedStream(surface, recordedBody(wire)), kind };
  });

test('each writer is recorded on each surface, with a text, a tool and a cut', (t) => {
  for (const writer of ['litellm', 'switchyard']) {
    const its = recordings.filter(({ file }) => file.startsWith(writer));
    t.deepEqual([...new Set(its.map(({ surface }) => surface))].toSorted(), Object.values(surfaces).toSorted(), writer);
    for (const kind of ['words', 'tool', 'cut'])
      t.true(
        its.some((each) => each.kind === kind),
        `${writer}: ${kind}`,
      );
  }
});

for (const { file, surface, wire, written, kind } of recordings) {
  const what = written.isBroken
    ? 'that broke is passed on up to the break'
    : 'is passed on whole, and charged by its counters';
  test.serial(`a stream of another server ${what}, under every chunking: ${file}`, async (t) => {
    t.like(written, said[kind] ?? {}, 'what was recorded');
    const opened = await scene.start();
    for (const piiEnabled of [false, true]) {
      const { apiKey } = await opened.tenant({ creditEur: '1000', piiEnabled });
      await opened.recorded();
      for (const [name, cut] of Object.entries(chunkings)) {
        opened.play({ wire, cut });
        const reply = await goldenCall(...callFor(surface, { baseUrl: opened.baseUrl, apiKey }));
        const about = `${name}${piiEnabled ? ', protected' : ''}`;
        t.is(reply.status, 200, about);
        t.deepEqual(foldedStream(surface, reply.text), written, about);
        const events = await opened.recorded();
        if (written.isBroken) t.is(settlementIn(events)?.usage_source, 'estimate', about);
        else t.deepEqual(billIn(events), billFor(written), about);
      }
    }
  });
}

function callFor(
  surface: StreamSurface,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Parameters<typeof goldenCall> {
  const asked = jsonSurfaces[surface];
  if (asked === undefined) throw new RangeError(surface);
  const counted = surface === 'chat-completions' ? { stream_options: { include_usage: true } } : {};
  const headers = { ...asked.headers, authorization: `Bearer ${apiKey}` };
  const { path, ...call } = post(asked.path, { ...asked.body({ isStream: true }), ...counted }, headers)([]);
  return [baseUrl + path, call];
}

interface Settlement {
  readonly cost_eur: string;
  readonly usage_source: string;
  readonly lines: readonly { readonly counter: string; readonly quantity: number }[];
}

function settlementIn(events: readonly RecordedEvent[]): Settlement | undefined {
  const settled = events.filter(({ type }) => type === 'ReservationSettled');
  // Released events have this shape; a second one would be a second bill.
  return settled.length === 1 ? (JSON.parse(settled[0]?.data ?? '') as Settlement) : undefined;
}

function billIn(events: readonly RecordedEvent[]) {
  const settlement = settlementIn(events);
  const quantity = (isOutput: boolean): number =>
    (settlement?.lines ?? [])
      .filter(({ counter }) => (counter === 'output') === isOutput)
      .reduce((sum, line) => sum + line.quantity, 0);
  return {
    source: settlement?.usage_source,
    inputTokens: quantity(false),
    outputTokens: quantity(true),
    nano: nanoFromEur(settlement?.cost_eur ?? '0'),
  };
}

function billFor({ inputTokens, outputTokens }: FoldedStream) {
  return { source: 'upstream', inputTokens, outputTokens, nano: billOf(inputTokens, outputTokens, plainNano) };
}

import * as fc from 'fast-check';
import test from 'ava';
import { RecordedAnswer } from '../../src/ledger/recorded-answer.ts';
import { readRefusal } from '../../src/pipeline/delivery/relay-refusal.ts';
import { boundedBody } from '../../src/ports/bounded-body.ts';
import { GatheredBytes } from '../../src/wire/gathered-bytes.ts';

test('joined bytes are the pieces in their order, for any lengths', (t) => {
  const lengths = fc.array(fc.oneof(fc.nat(40), fc.integer({ min: 16_000, max: 17_000 }), fc.nat(200_000)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(lengths, (all) => {
      const gathered = new GatheredBytes();
      const pieces = all.map((length, place) => Buffer.alloc(length, place + 1));
      for (const piece of pieces) gathered.push(piece);
      const whole = Buffer.concat(pieces);
      return gathered.length === whole.length && gathered.joined().equals(whole);
    }),
    { numRuns: 50 },
  );
  t.pass();
});

test('more can be pushed after a join', (t) => {
  const gathered = new GatheredBytes();
  gathered.push(Buffer.from('ab'));
  t.is(gathered.joined().toString(), 'ab');
  gathered.push(Buffer.from('cd'));
  t.is(gathered.joined().toString(), 'abcd');
});

test('a single large piece is not copied', (t) => {
  const gathered = new GatheredBytes();
  const piece = Buffer.alloc(100_000);
  gathered.push(piece);
  t.is(gathered.joined(), piece);
});

/** Pieces of one byte, each in the memory of the one before: whoever keeps a piece finds another there. */
async function* inOneByte(text: string): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(1);
  for (const byte of Buffer.from(text)) {
    piece[0] = byte;
    yield piece;
  }
}

test('a small piece is not kept, but copied', async (t) => {
  const text = 'one piece a byte '.repeat(1_000);
  t.is((await boundedBody(inOneByte(text), 1_000_000))?.toString(), text);
});

test('small pieces of a refusal and of a recorded answer are copied together', async (t) => {
  const text = JSON.stringify({ error: { message: 'one piece a byte '.repeat(100) } });
  t.is((await readRefusal(inOneByte(text))).toString(), text);
  const recorded = new RecordedAnswer(1_000_000);
  for await (const piece of inOneByte(text)) recorded.write(piece);
  t.is(recorded.endingWith(null)?.body.toString(), text);
});

test('a body above its limit is not read further', async (t) => {
  let read = 0;
  const endless = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      read += 1;
      yield Buffer.alloc(10);
    }
  };
  t.is(await boundedBody(endless(), 100), null);
  t.is(read, 11);
});

import test from 'ava';
import { chainedDigest, metadataWithDigest, noDigest, splitMetadata } from '../../src/domain/event-digest.ts';
import { StreamChains } from '../../src/domain/stream-chains.ts';

const event = {
  stream: 'wallet-1',
  revision: 0,
  id: '41339fe9-5bcd-4f94-ac2f-f272db64dd1e',
  type: 'T',
  data: '{"a":1}',
};
const written = (metadata: string, previous = noDigest, revision = 0) => {
  const bare = { ...event, revision, metadata };
  const digest = chainedDigest(previous, bare);
  return { digest, recorded: { ...bare, metadata: metadataWithDigest(metadata, digest) } };
};

test('the digests of events form a chain, with any other metadata', (t) => {
  const chains = new StreamChains();
  const first = written('{}');
  const second = written('{"by":"x"}', first.digest, 1);
  t.is(chains.check(1, first.recorded, false), null);
  t.is(chains.check(1, second.recorded, false), null);
  t.is(chains.lastDigest, second.digest);
});

test('an event with the digest of another event is reported', (t) => {
  const { digest, recorded } = written('{}');
  const found = new StreamChains().check(1, { ...recorded, data: '{"a":2}' }, false);
  t.like(found, { kind: 'digest', found: digest });
});

test('an event without a digest, or with a text that cannot be one, is reported', (t) => {
  for (const text of [`!${'x'.repeat(42)}`, 'ü'.repeat(43), `${'x'.repeat(42)}"`]) {
    const odd = { ...event, metadata: `{"digest":"${text}"}` };
    t.is(splitMetadata(odd.metadata), null, text);
    t.like(new StreamChains().check(1, odd, false), { kind: 'digest', found: text.slice(0, 43) }, text);
  }
  for (const metadata of ['{}', '{"by":"x"}', '{"digest":null}', '{"digest":""}']) {
    const stripped = { ...event, metadata };
    for (const isThinned of [false, true]) {
      t.like(new StreamChains().check(1, stripped, isThinned), { kind: 'digest', found: 'none' }, metadata);
    }
  }
});

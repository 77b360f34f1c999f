import test from 'ava';
import { DoubtfulRequests } from '../../../src/pipeline/flow/doubtful-requests.ts';
import { askedWith } from '../../_support/inference-records.ts';

// What repeats a request whose outcome became unknown is recognised by its key, its headers and its bytes, for a while.

const minute = 60_000;
const openBook = () => new DoubtfulRequests(Buffer.alloc(32, 1));

const request = ({ text = '{}', keyId = 'k', headers = {}, upstreamPath = '/', query = '' } = {}) => {
  const asked = askedWith({});
  return {
    ...asked,
    body: Buffer.from(text),
    caller: { ...asked.caller, key: { ...asked.caller.key, key_id: keyId } },
    surface: { ...asked.surface, upstreamPath },
    protocolHeaders: headers,
    query,
  };
};

test('a repeat is recognised for a minute, and for three once it came again in the first', (t) => {
  const book = openBook();
  book.note(request(), 'r1', 1_000);
  t.is(book.repeatedBy(request(), 1_000 + minute), null);
  t.is(book.repeatedBy(request(), 1_000), null, 'it was forgotten');
  book.note(request(), 'r2', 1_000);
  for (const atMs of [1_000, minute, 2 * minute, 3 * minute]) t.is(book.repeatedBy(request(), atMs), 'r2');
  t.is(book.repeatedBy(request(), 1_000 + 3 * minute), null);
});

test('nothing else is a repeat', (t) => {
  const book = openBook();
  const first = {
    headers: { 'content-type': 'a', 'anthropic-beta': 'x', 'anthropic-version': 'v' },
    query: '?beta=true',
  };
  book.note(request(first), 'r', 0);
  const others = [
    { text: '{ }' },
    { text: '' },
    { keyId: 'l' },
    { headers: {} },
    { headers: { ...first.headers, 'anthropic-beta': 'y' } },
    { upstreamPath: '/other' },
    { query: '' },
    // The same bytes, divided otherwise.
    { upstreamPath: '/?beta=true', query: '' },
  ];
  for (const other of others) t.is(book.repeatedBy(request({ ...first, ...other }), 1), null, JSON.stringify(other));
  const again = { 'anthropic-version': 'v', 'anthropic-beta': 'x', 'content-type': 'a form with another boundary' };
  t.is(book.repeatedBy(request({ ...first, headers: again }), 1), 'r');
});

test('one key remembers a few requests, the latest, and takes nothing from others', (t) => {
  const book = openBook();
  const own = request({ keyId: 'quiet' });
  book.note(own, 'r', 0);
  for (let number = 0; number < 100; number += 1) book.note(request({ text: String(number) }), `r${number}`, number);
  t.is(book.repeatedBy(own, 100), 'r');
  const known = Array.from({ length: 100 }, (_, number) => book.repeatedBy(request({ text: String(number) }), 100));
  t.deepEqual(
    known,
    Array.from({ length: 100 }, (_, number) => (number < 68 ? null : `r${number}`)),
  );
});

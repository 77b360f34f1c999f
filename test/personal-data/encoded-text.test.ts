import { randomBytes } from 'node:crypto';
import test from 'ava';
import { isBase64Url, isEncodedText } from '../../src/personal-data/encoded-text.ts';

const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919) % 251));
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const lines = (text: string, end: string): string => text.match(/.{1,76}/g)?.join(end) ?? '';

const encoded: Readonly<Record<string, string>> = {
  base64: bytes.toString('base64'),
  'base64 of the other alphabet': bytes.toString('base64url'),
  'base64 in lines': lines(bytes.toString('base64'), '\r\n'),
  'base64 with a line end': `${bytes.toString('base64')}\n`,
  'few different bytes': Buffer.alloc(600, 'ab').toString('base64'),
  'a picture of one dot': dot,
  'a JPEG': `/9j/4AAQSkZJRg${'ABCD'.repeat(20)}`,
  'a data URL': 'data:text/plain;base64,bWFyaW8=',
  'a data URL with parameters': 'DATA:image/png;name=a;base64 ,iVBO',
};
for (const [what, text] of Object.entries(encoded)) {
  test(`${what} counts as encoded`, (t) => {
    t.true(isEncodedText(text, 'images'));
    t.true(isEncodedText(text, null));
  });
}

const readable: Readonly<Record<string, string>> = {
  'an empty text': '',
  prose: 'The quick brown fox jumps over the lazy dog. '.repeat(20),
  'a digest': bytes.subarray(0, 64).toString('hex'),
  'digests in a row': bytes.subarray(0, 512).toString('hex'),
  'a short token': bytes.subarray(0, 180).toString('base64'),
  'a signed token': ['eyJhbGciOiJIUzI1NiJ9', bytes.toString('base64url'), 'c2ln'].join('.'),
  'a path': '/usr/share/some-thing_else/'.repeat(20),
  'a list of words': 'Word\nother\n'.repeat(60),
  'letters of one case': 'ab'.repeat(400),
  'a data URL of text': 'data:text/plain,mario',
  'a picture in prose': `See ${dot}`,
};
for (const [what, text] of Object.entries(readable)) {
  test(`${what} counts as readable`, (t) => {
    t.false(isEncodedText(text, 'images'));
  });
}

test('long ids, tokens and values encrypted by an upstream do not count as encoded', (t) => {
  const text = randomBytes(900).toString('base64');
  const opaque =
    'id page_token nextPageToken cursor thoughtSignature signature encrypted_content encryptedData cache_key';
  for (const name of opaque.split(' ')) t.false(isEncodedText(text, name), name);
  for (const name of 'image grid video data monkey valid Tokenised'.split(' ')) t.true(isEncodedText(text, name), name);
  t.true(isEncodedText(dot, 'image_id'), 'a file is one under any name');
  t.true(isEncodedText(`data:;base64,${text}`, 'signature'));
});

test('only a URL with base64 in it is a base64 URL', (t) => {
  t.true(isBase64Url(' data:;base64,'));
  for (const text of ['https://x.example/;base64,AAAA', 'data:,;base64,', 'data:x', 'see data:;base64,AA'])
    t.false(isBase64Url(text), text);
});

test('hostile texts are checked in linear time', (t) => {
  for (const text of [
    `${'A'.repeat(1_000_000)}!`,
    `${'Aa\n'.repeat(400_000)}!`,
    `Aa${'\n'.repeat(1_000_000)}!`,
    `data:${';'.repeat(1_000_000)}`,
    `data:${'; '.repeat(500_000)}`,
    `data:;base64${' '.repeat(1_000_000)}`,
  ])
    t.false(isEncodedText(text, null));
});

import { generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';
import { piiEntities } from '../../../src/personal-data/pii-kinds.ts';

// Keys are made here, so that no search for secrets finds any in this file.

const letters = (count: number, of: string): string =>
  Array.from({ length: count }, (_, place) => of.charAt((place * 7 + count) % of.length)).join('');
const mixed = 'aB3dE5fG7hJ9kLmN2pQrS4tU6vW8xYz';
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const secrets: Readonly<Record<string, string>> = {
  'an access key of AWS': `AKIA${letters(16, 'QRSTUVWXYZ234567ABCDEFGH')}`,
  'a token of GitHub': `ghp_${letters(36, mixed)}`,
  'a fine token of GitHub': `github_pat_${letters(22, mixed)}_${letters(59, mixed)}`,
  'a token of Slack': `xoxb-${letters(12, '1234567890')}-${letters(24, mixed)}`,
  'a key of OpenAI': `sk-proj-${letters(40, mixed)}_${letters(20, mixed)}`,
  'an old key of OpenAI': `sk-${letters(48, mixed)}`,
  'a key of Anthropic': `sk-ant-api03-${letters(40, mixed)}-${letters(40, mixed)}AA`,
  'a JSON Web Token': `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'a1', scope: 'read' })}.${letters(43, mixed)}`,
};

function found(text: string): readonly string[] {
  return applyDetectionRules(text, { entities: new Set(piiEntities), languages: ['en'] })
    .filter(({ entity }) => entity === 'SECRET')
    .map(({ start, end }) => text.slice(start, end));
}

for (const [name, secret] of Object.entries(secrets)) {
  test(`${name} is found in texts, settings and headers, and without its form it is none`, (t) => {
    for (const text of [
      `use ${secret}, please`,
      `KEY=${secret}\n`,
      `{"key":"${secret}"}`,
      `Authorization: Bearer ${secret}`,
    ])
      t.deepEqual(found(text), [secret], text);
    t.deepEqual(found(`x${secret}`), []);
    t.deepEqual(found(secret.slice(0, 14)), []);
  });
}

test('a private key is found with its first and last line, also in a string and cut off', (t) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const keys = [privateKey, rsa].map((key) => key.export({ type: 'pkcs8', format: 'pem' }).trim());
  for (const key of keys) {
    t.deepEqual(found(`here:\n${key}\nthanks`), [key]);
    t.deepEqual(found(JSON.stringify({ key })), [JSON.stringify(key).slice(1, -1)]);
  }
  const [, cut = ''] = keys;
  t.deepEqual(found(cut.slice(0, 300)), [cut.slice(0, 300)]);
  t.deepEqual(found('-----BEGIN PRIVATE KEY----- is how it begins'), []);
});

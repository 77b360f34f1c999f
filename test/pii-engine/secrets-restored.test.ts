import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import type { CastConversation } from '../../src/ports/pii-engine.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { propertyRuns } from '../_support/property-runs.ts';

// Secrets are made here: none is anyone's.

const engine = castingEngine([createEmbeddedPiiDetector()], { deadlineMs: 600_000 });
const cast = (text: string): Promise<CastConversation> =>
  engine.cast(castRequest([text], { required: { SECRET: 'A' } }));

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function webToken(claims: object): string {
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', randomBytes(32)).update(signed).digest('base64url')}`;
}

const privateKey = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey.trim();

const secrets: Readonly<Record<string, string>> = {
  'a token of GitHub': `ghp_${randomBytes(18).toString('hex')}`,
  'a key of a provider': `sk-ant-api03-${randomBytes(48).toString('base64url')}`,
  'a web token': webToken({ sub: randomBytes(8).toString('hex'), exp: 1_900_000_000 }),
  'a long web token': webToken({ scopes: Array.from({ length: 200 }, () => randomBytes(6).toString('hex')) }),
  'a private key': privateKey,
  'a private key in lines of Windows': privateKey.replaceAll('\n', '\r\n'),
  'a private key in a string of a program': `"${privateKey.replaceAll('\n', String.raw`\n`)}"`,
  'a private key in JSON': JSON.stringify({ private_key: `${privateKey}\n` }),
};

/** Runs of eight characters of a text that are in no placeholder and no word of the frame. */
const isLeft = (sent: string, secret: string): boolean => {
  for (let at = 32; at + 12 <= secret.length - 32; at += 12) if (sent.includes(secret.slice(at, at + 12))) return true;
  return false;
};

for (const [what, secret] of Object.entries(secrets)) {
  const text = `It says ${secret} and no more.`;

  test(`${what} is not sent, and comes back as it was`, async (t) => {
    const conversation = await cast(text);
    const sent = conversation.texts[0] ?? '';
    t.false(isLeft(sent, secret), sent.slice(0, 400));
    t.is(conversation.restore(sent), text);
    t.deepEqual(await conversation.sweep([{ text: sent, path: 'messages[0].content', isName: false }]), []);
  });
}

test('several secrets in one text come back each at its place, also from a stream that is cut anywhere', async (t) => {
  const text = Object.entries(secrets)
    .flatMap(([what, secret]) => [`${what}: ${secret}`, `once more ${secret}`])
    .join('\n\n');
  const conversation = await cast(text);
  const sent = conversation.texts[0] ?? '';
  for (const [what, secret] of Object.entries(secrets)) t.false(isLeft(sent, secret), what);
  t.is(conversation.restore(sent), text);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: sent.length }), { maxLength: 60 }), (cuts) => {
      const lane = conversation.openLane();
      const places = [0, ...cuts.toSorted((a, b) => a - b), sent.length];
      const pieces = places.slice(1).map((end, place) => lane.push(sent.slice(places[place], end)));
      return pieces.join('') + lane.flush() === text;
    }),
    { numRuns: propertyRuns(100) },
  );
});

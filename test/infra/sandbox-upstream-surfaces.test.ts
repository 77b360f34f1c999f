import { noul, TypeSafeClient } from '@typesafe-ai/sdk';
import test from 'ava';
import OpenAI from 'openai';
import { startSandbox } from '../_support/sandbox.ts';
import type { SandboxForTest } from '../_support/sandbox.ts';

const send = async (sandbox: SandboxForTest, path: string, body: object) => {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'x-waybill-reservation': 'r' };
  const response = await fetch(`${sandbox.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text(), billingRecords: await sandbox.lookUp('r') };
};

test('the official client gets vectors of the size it asks for, in both encodings', async (t) => {
  const { baseUrl, apiKey } = await startSandbox(t);
  const { embeddings } = new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: 0 });
  const ask = { model: 'sandbox-small', input: ['Zoë', [1, 2, 3]] as unknown as string[], dimensions: 5 };
  const packed = await embeddings.create(ask);
  const floats = await embeddings.create({ ...ask, encoding_format: 'float' });
  t.deepEqual(
    packed.data.map(({ embedding }) => embedding),
    floats.data.map(({ embedding }) => embedding.map((value) => Math.fround(value))),
  );
  t.is(floats.data[0]?.embedding.length, 5);
  t.deepEqual(floats.usage, { prompt_tokens: 1 + 3, total_tokens: 1 + 3 });
});

test('an invalid input is refused and not charged; a hidden counter is charged', async (t) => {
  const sandbox = await startSandbox(t);
  for (const input of [undefined, '', [], [[]], ['a', ''], 7, ['[[sandbox: no_such]]']]) {
    const { status, billingRecords } = await send(sandbox, '/embeddings', { model: 'sandbox-small', input });
    t.is(status, 400, JSON.stringify(input));
    t.is(billingRecords?.charged_count, 0);
  }
  const hidden = await send(sandbox, '/embeddings', { model: 'sandbox-small', input: 'a [[sandbox: missing_usage]]' });
  t.false(hidden.text.includes('usage'));
  t.deepEqual(hidden.billingRecords?.usage, { prompt_tokens: 7, total_tokens: 7 });
});

test('the official client gets an answer to each question, which is charged by its own counters', async (t) => {
  const sandbox = await startSandbox(t);
  const client = new TypeSafeClient({ apiKey: sandbox.apiKey, baseURL: new URL(sandbox.baseUrl).origin });
  const { answers, usage, model } = await client.systemOne({
    model: 'sandbox-small',
    state: null,
    questions: { q: noul('Is it?'), c: { type: 'choice', criteria: { b: null, a: null, '1': null } } },
  });
  t.is(answers.q.noul, 0.75);
  t.deepEqual(answers.c.probabilities, { b: 0.25, a: 0.25, '1': 0.5 });
  t.is(model, 'sandbox-small-2026-01');
  const { totals } = await sandbox.billingRecords();
  t.deepEqual(totals['systemone']?.['sandbox-small']?.usage, { ...usage });
});

test('keys stay in the order in which they were written, integer-like ones too', async (t) => {
  const sandbox = await startSandbox(t);
  const body =
    '{"model":"sandbox-small","state":"\\"k\\":","questions":{"b":{"type":"noul"},"1":{"type":"noul"},"0":{"type":"noul"}}}';
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const response = await fetch(`${sandbox.baseUrl}/systemone`, { method: 'POST', headers, body });
  t.regex(await response.text(), /^\{"model":"[^"]+","answers":\{"b":\{[^}]+\},"1":\{[^}]+\},"0":/);
});

test('an invalid body gets a list of details, any other failure a single one', async (t) => {
  const sandbox = await startSandbox(t);
  const ask = { model: 'sandbox-small', state: '', questions: { q: { type: 'noul' } } };
  for (const [more, loc] of [
    [{ state: undefined }, 'state'],
    [{ questions: {} }, 'questions'],
    [{ questions: { q: { type: 'box' } } }, 'questions.q.type'],
    [{ questions: { q: { type: 'score', criteria: {} } } }, 'questions.q.criteria'],
    [{ top: 1 }, 'top'],
  ] as const) {
    const { status, text, billingRecords } = await send(sandbox, '/systemone', { ...ask, ...more });
    t.is(status, 422, text);
    t.deepEqual((JSON.parse(text) as { detail: { loc: string[] }[] }).detail[0]?.loc, ['body', ...loc.split('.')]);
    t.is(billingRecords?.charged_count, 0);
  }
  const failed = await send(sandbox, '/systemone', { ...ask, state: '[[sandbox: 503]]' });
  t.is(failed.status, 503);
  t.deepEqual(JSON.parse(failed.text), { detail: 'The sandbox is overloaded.' });
});

test('answers can be malformed on request, and are charged', async (t) => {
  const sandbox = await startSandbox(t);
  const questions = { n: { type: 'noul' }, c: { type: 'choice', criteria: { yes: null, no: null } } };
  const told = async (directive: string) => {
    const state = `[[sandbox: ${directive}]]`;
    const { text, billingRecords } = await send(sandbox, '/systemone', { model: 'sandbox-small', state, questions });
    t.is(billingRecords?.state, 'charged');
    return JSON.parse(text) as { answers: Record<string, object>; usage?: { output_tokens: number } };
  };
  t.deepEqual(Object.keys((await told('lost_answer')).answers), ['c']);
  t.like((await told('strange_label')).answers['c'], { choice: 'no', probabilities: { no: 0.5 } });
  t.like((await told('probability_above_one')).answers['n'], { noul: 1.5 });
  t.is((await told('completion_tokens=0')).usage?.output_tokens, 0);
  t.is((await told('overrun')).usage?.output_tokens, 100_020);
  t.is((await told('missing_usage')).usage, undefined);
});

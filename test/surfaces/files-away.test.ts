import test, { type ExecutionContext } from 'ava';
import OpenAI, { type APIError, NotFoundError, toFile } from 'openai';
import { logFailing, type AppendFault } from '../_support/failing-appends.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { UpstreamFailure, type Upstream } from '../../src/ports/upstream.ts';
import { httpCall } from '../_support/http-call.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

// A file whose account is unavailable or no longer configured, and a file whose ledger is unavailable.

const upload = (purpose: 'batch' | 'evals' = 'batch') => ({ file: toFile(Buffer.from('Hello'), 'hello.txt'), purpose });

interface Setting {
  readonly faultFor?: Parameters<typeof logFailing>[1];
  readonly wrapUpstream?: (upstream: Upstream) => Upstream;
  readonly limits?: object;
}

async function scene(
  t: ExecutionContext,
  { faultFor = () => null, wrapUpstream = (upstream) => upstream, limits = {} }: Setting = {},
) {
  const sandbox = await startSandbox(t);
  const files = { openai: { upstream: 'sandbox' }, sweep_interval_ms: 30 };
  const configOf = (account: string) =>
    testConfig(sandbox, {
      upstream: { account, retries_max: 0 },
      top: { files, limits },
    });
  const directory = dataDirectory(t);
  const environment = environmentFor(directory, configOf('ours'));
  const ledger = await viewLedger(t, environment);
  const { apiKey } = await ledger.tenant();
  const gateway = await startTestGateway(t, environment, {
    wrapLog: (log) => logFailing(log, faultFor),
    wrapUpstream,
  });
  return {
    sandbox,
    /** A conversation that names these files. */
    naming: (ids: readonly string[]) => {
      const content = ids.map((file_id) => ({ type: 'file', file: { file_id } }));
      return httpCall(`${gateway.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content }] }),
      });
    },
    contentOf: (id: string, method = 'GET') =>
      httpCall(`${gateway.baseUrl}/files/${id}/content`, { method, headers: { authorization: `Bearer ${apiKey}` } }),
    files: new OpenAI({ apiKey, baseURL: gateway.baseUrl, maxRetries: 0 }).files,
    reconfigure: async (account: string) => {
      environmentFor(directory, configOf(account));
      t.is((await gateway.reload('cli:test')).kind, 'taken');
    },
    /** Ids of all files that the upstream has. */
    lying: async (): Promise<readonly string[]> => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}` };
      const reply = await fetch(`${sandbox.baseUrl}/files`, { headers });
      return ((await reply.json()) as { readonly data: readonly { readonly id: string }[] }).data.map(({ id }) => id);
    },
    types: async (): Promise<readonly string[]> =>
      (await ledger.log.readAll({ streamPrefixes: ['file-'], limit: 1_000 })).map(({ type }) => type),
  };
}

const create = async (files: OpenAI.Files, purpose?: 'batch' | 'evals') => {
  const { file, ...rest } = upload(purpose);
  return await files.create({ file: await file, ...rest });
};

test('the first record of a file is shown while its account is unavailable or no longer configured', async (t) => {
  const { files, sandbox, reconfigure } = await scene(t);
  const { id, status } = await create(files);
  t.is(status, 'uploaded');
  await sandbox.misbehave('503');
  t.like(await files.retrieve(id), { id, status });
  await reconfigure('another');
  t.like(await files.retrieve(id), { id, status });
  const error = await t.throwsAsync(files.content(id));
  t.is((error as APIError).status, 503);
  t.regex(error?.message ?? '', /The upstream account that stores this file is no longer configured/);
  await reconfigure('ours');
  t.like(await files.retrieve(id), { id, status: 'processed' });
});

test('a request with files of two accounts is refused, because no model reaches both', async (t) => {
  const { files, naming, reconfigure, sandbox } = await scene(t);
  const { id: earlier } = await create(files);
  await reconfigure('another');
  const { id: later } = await create(files);
  t.is((await naming([later])).status, 200);
  const before = (await sandbox.requests()).length;
  const refused = await naming([earlier, later]);
  t.is(refused.status, 400);
  t.like(JSON.parse(refused.text), { error: { code: 'invalid_value', param: 'file_id' } });
  t.regex(refused.text, /The files are stored at several accounts/);
  t.is((await sandbox.requests()).length, before);
});

test('a file that its owner deletes while its account is not configured is gone at once, and removed once it is', async (t) => {
  const { files, reconfigure, lying, types } = await scene(t);
  const { id } = await create(files);
  await reconfigure('another');
  t.deepEqual(await files.delete(id), { id, object: 'file', deleted: true });
  await t.throwsAsync(files.retrieve(id), { instanceOf: NotFoundError });
  t.deepEqual((await files.list()).data, []);
  t.is((await lying()).length, 1);
  await reconfigure('ours');
  await until('it is removed', async () => (await types()).includes('FileDeleted'));
  t.deepEqual(await lying(), []);
});

/** What appends of a finished upload meet. */
const faulty = (fault: AppendFault) => (types: readonly string[]) => (types.includes('FileUploaded') ? fault : null);

test('a file that cannot be recorded is removed from the upstream at once', async (t) => {
  const { files, lying } = await scene(t, { faultFor: faulty('unavailable') });
  const error = await t.throwsAsync(create(files));
  t.is((error as APIError).status, 503);
  t.is((error as APIError).code, 'ledger_unavailable');
  t.deepEqual(await lying(), []);
  t.deepEqual((await files.list()).data, []);
});

test('a file that may have been recorded stays at the upstream, so that a listed file can be read', async (t) => {
  const { files } = await scene(t, { faultFor: faulty('unknown_but_written') });
  const error = await t.throwsAsync(create(files));
  t.is((error as APIError).code, 'ledger_unavailable');
  const listed = (await files.list()).data;
  t.is(listed.length, 1);
  t.is(await (await files.content(listed[0]?.id ?? '')).text(), 'Hello');
});

test('content that breaks off breaks the connection, and its caller is served again', async (t) => {
  let isBroken = true;
  const { files, contentOf } = await scene(t, {
    limits: { key: { requests_at_once_max: 1 } },
    wrapUpstream: (upstream) => ({
      send: async (request) => {
        const answer = await upstream.send(request);
        return isBroken && request.path.endsWith('/content') ? { ...answer, body: cut(answer.body) } : answer;
      },
    }),
  });
  const { id } = await create(files);
  // Its head may be lost with it.
  const isWhole = await contentOf(id).then(
    ({ isCut }) => !isCut,
    () => false,
  );
  t.false(isWhole);
  isBroken = false;
  await until('the only request that its key may have has ended', async () => (await contentOf(id)).text === 'Hello');
});

test('a question for the head of content does not read the content from the upstream', async (t) => {
  const read = { pieces: 0, isGivenUp: false };
  const { files, contentOf } = await scene(t, {
    wrapUpstream: (upstream) => ({
      send: async (request) => {
        const answer = await upstream.send(request);
        return request.path.endsWith('/content') ? { ...answer, body: counted(answer.body, read) } : answer;
      },
    }),
  });
  const { id } = await create(files);
  const { status, headers, text } = await contentOf(id, 'HEAD');
  t.is(status, 200);
  t.regex(String(headers['content-disposition']), /^attachment/);
  t.is(text, '');
  await until('the answer of the upstream was given up', async () => read.isGivenUp);
  t.true(read.pieces <= 1);
});

/** The body a thousand times. */
async function* counted(body: AsyncIterable<Buffer>, read: { pieces: number; isGivenUp: boolean }) {
  try {
    for await (const piece of body) {
      for (let copy = 0; copy < 1_000; copy += 1) {
        read.pieces += 1;
        yield piece;
      }
    }
  } finally {
    read.isGivenUp = true;
  }
}

async function* cut(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* body;
  throw new UpstreamFailure('reset', 'unknown');
}

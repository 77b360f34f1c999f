import test from 'ava';
import { type APIError, BadRequestError, NotFoundError, toFile } from 'openai';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What becomes of files when the upstream misbehaves: one after the other, since its queue is for whoever comes next.

const gateway = sharedGateway({ config: { top: { files: { openai: { upstream: 'sandbox' } } } } });
test.after.always(gateway.end);

const upload = () => toFile(Buffer.from('Hello'), 'hello.txt');

async function callers() {
  const served = await gateway.start();
  const tenant = await served.tenant();
  return { served, tenant, openai: served.client(tenant.apiKey).files };
}

test.serial(
  'an upload that the upstream refuses, fails or breaks off is reported as such and makes no file',
  async (t) => {
    const { openai, served } = await callers();
    for (const [behaviour, status] of [
      ['400', 400],
      ['429; retry_after_s=0', 429],
      ['500', 503],
      ['503', 503],
      ['reset_before_first_byte', 503],
    ] as const) {
      await served.sandbox.misbehave(behaviour, 3);
      const error = await t.throwsAsync(
        openai.create({ file: await upload(), purpose: 'batch' }),
        undefined,
        behaviour,
      );
      t.is((error as APIError).status, status, behaviour);
      await served.sandbox.behave();
    }
    t.deepEqual((await openai.list()).data, []);
  },
);

test.serial(
  'a file whose deletion the upstream refuses stays; a file that the upstream has lost can be deleted',
  async (t) => {
    const { openai, served } = await callers();
    const { id } = await openai.create({ file: await upload(), purpose: 'batch' });
    await served.sandbox.misbehave('400');
    await t.throwsAsync(openai.delete(id), { instanceOf: BadRequestError });
    t.is((await openai.retrieve(id)).id, id);
    const uploaded = (await served.log.readStream(`file-${id}`)).find(({ type }) => type === 'FileUploaded');
    const upstreamId = JSON.parse(uploaded?.data ?? '') as { readonly upstream_file_id: string };
    await fetch(`${served.sandbox.baseUrl}/files/${upstreamId.upstream_file_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${served.sandbox.apiKey}` },
    });
    await t.throwsAsync(openai.content(id), { instanceOf: NotFoundError });
    t.true((await openai.delete(id)).deleted);
  },
);

test.serial('a protocol for which no upstream stores files gets files_not_offered', async (t) => {
  const { served, tenant } = await callers();
  const headers = { 'x-api-key': tenant.apiKey, 'anthropic-version': '2023-06-01' };
  const reply = await httpCall(`${served.baseUrl}/files`, { method: 'POST', headers, body: 'x' });
  t.is(reply.status, 404);
  t.regex(reply.text, /"type":"not_found_error".*"code":"files_not_offered"/);
});

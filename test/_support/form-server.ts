import { join } from 'node:path';
import Koa from 'koa';
import { listen } from '../../src/http/http-listener.ts';
import { errorResponse } from '../../src/http/error-response.ts';
import { requestId } from '../../src/http/request-id.ts';
import { readFormBody, type FormLimits } from '../../src/surfaces/form-body.ts';
import { transcriptionFields } from '../../src/protocols/audio/transcription-fields.ts';
import { formBody } from '../../src/surfaces/form.ts';
import { createSpools } from '../../src/surfaces/spools.ts';
import type { ExecutionContext } from 'ava';
import { scratchFolder } from './scratch-folder.ts';

const ignored = (): void => undefined;
const telemetry = { warn: ignored, info: ignored, inferenceEnded: ignored, requestEnded: ignored };

/** Under which the form comes back. */
export const writtenBoundary = 'written-anew';

/** A socket that takes forms of recordings, and answers with each as it would go upstream. Its `origin`. */
export async function serveForms(t: ExecutionContext, limits: Partial<FormLimits> = {}): Promise<string> {
  const spools = createSpools({
    directory: join(scratchFolder(t), 'uploads'),
    filesMax: 1_000,
    bytesMax: 1_000_000_000,
  });
  const application = new Koa();
  application.silent = true;
  application.use(requestId).use(errorResponse(telemetry));
  application.use(async (ctx) => {
    const form = await readFormBody(ctx, {
      openSpool: () => spools.open({ tenantId: 'tenant', keyId: 'key' }),
      formBytesMax: 1_000_000,
      fieldsBytesMax: 100_000,
      fields: transcriptionFields,
      ...limits,
    });
    if (form.fault !== null) {
      await form.spool.close();
      throw form.fault;
    }
    const pieces: Buffer[] = [];
    for await (const piece of formBody(form, writtenBoundary, new Map()).open()) pieces.push(piece);
    await form.spool.close();
    ctx.body = Buffer.concat(pieces);
  });
  const listener = await listen(application.callback(), {
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: 60_000,
    keepAliveTimeoutMs: 60_000,
    telemetry: { requestEnded: () => undefined },
  });
  t.teardown(async () => {
    listener.shut();
    await listener.close(0);
  });
  return listener.origin;
}

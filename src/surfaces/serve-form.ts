import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { sharerOf, uploadSharer, type LimitsBook } from '../limits/caller-limits.ts';
import { GatewayError } from '../errors.ts';
import { requestIdOf } from '../http/request-id.ts';
import { runInference } from '../pipeline/pipeline.ts';
import type { CallerAdmission } from '../pipeline/caller-access.ts';
import type { SoundLength } from '../ports/sound-length.ts';
import type { FormFace, SentForm } from '../protocols/face.ts';
import { modelInForm } from '../protocols/requests/form-model.ts';
import type { Admitted } from '../pipeline/records.ts';
import type { BodyPace } from './body-pace.ts';
import type { FormLimits } from './form-body.ts';
import { assertSound, fieldTexts, formBody, formDigest, onlyFile, type Form } from './form.ts';
import { HttpClient } from './http-client.ts';
import { costWishOf, requestCredentials, requestNameOf } from './http-exchange.ts';
import { protocolHeaders, type InferenceDeps } from './serve-inference.ts';
import { unknownLength, type RecordingLength } from '../sound/recording-length.ts';
import type { Spools } from './spools.ts';
import { pacedForm } from './paced-form.ts';

export interface FormDeps extends InferenceDeps {
  /** Largest audio upload including its form, bytes. */
  readonly audioBytesMax: number;
  /** Where files are stored for the duration of their request. */
  readonly spools: Spools;
  readonly limits: LimitsBook;
  readonly callerAdmission: CallerAdmission;
  readonly bodyPace: BodyPace;
  readonly soundLength: SoundLength;
}

/**
 * An inference over HTTP on a surface with multipart forms. The file stays on disk from its first byte to the end of the
 * request, however it ends; the pipeline gets the digest of the form instead.
 */
export function serveForm(face: FormFace, deps: FormDeps): Middleware {
  return async (ctx) => {
    ctx.respond = false;
    const boundary = `waybill-${randomUUID()}`;
    let form: Form | null = null;
    let length = unknownLength;
    const readOnce = async (admitted: Admitted): Promise<Buffer> => {
      await deps.callerAdmission.assertMayUpload(admitted);
      const limits: FormLimits = {
        openSpool: () => deps.spools.open(uploadSharer(admitted.caller.key, deps.limits), ctx.req),
        formBytesMax: deps.audioBytesMax,
        fieldsBytesMax: deps.bodyBytesMax,
        fields: face.fields,
      };
      form = await pacedForm(ctx, limits, deps.bodyPace);
      length = await assertWalked(form, admitted, deps.soundLength);
      return formDigest(form);
    };
    try {
      await runInference(
        {
          requestId: requestIdOf(ctx),
          surface: {
            ...face,
            mayHoldBlocks: false,
            modelIn: () => modelInForm(fieldTexts(assertRead(form), 'model')),
            parse: () => face.readForm(sentForm(assertSound(assertRead(form)), boundary, length)),
          },
          credentials: requestCredentials(ctx.req),
          protocolHeaders: {
            ...protocolHeaders(ctx.req.headers, face.forwardedHeaders),
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          ...requestNameOf(ctx.req),
          ...costWishOf(ctx.req, deps),
          readBody: readOnce,
          client: new HttpClient(ctx.res, deps.readerPatience),
        },
        deps.pipeline,
      );
    } finally {
      await closed(form);
    }
  };
}

function sentForm(form: Form, boundary: string, length: RecordingLength): SentForm {
  return {
    texts: (name) => fieldTexts(form, name),
    file: (name) => onlyFile(form, name),
    length,
    written: (replaced) => formBody(form, boundary, replaced),
  };
}

function assertRead(form: Form | null): Form {
  if (form === null) throw new Error('the form was parsed before it was read');
  return form;
}

async function closed(form: Form | null): Promise<void> {
  await form?.spool.close();
}

/** How long the recording is. Raises `GatewayError` (503) when it was not walked in time: guessing would be unfair. */
async function assertWalked(form: Form, { caller }: Admitted, soundLength: SoundLength): Promise<RecordingLength> {
  const file = onlyFile(form, 'file');
  if (file === null) return unknownLength;
  const { start, bytes } = file;
  const length = await soundLength.read({ descriptor: form.spool.descriptor, start, bytes }, sharerOf(caller.key));
  if (length !== null) return length;
  throw new GatewayError('overloaded', { detail: 'The length of the recording could not be determined in time.' });
}

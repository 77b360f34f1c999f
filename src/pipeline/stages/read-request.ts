import { setImmediate as nextTurn } from 'node:timers/promises';
import { GatewayError } from '../../errors.ts';
import { administersOnly, notAuthorised } from '../../errors/not-authorised.ts';
import { readOptIns } from '../../protocols/requests/opt-ins.ts';
import { mayAsk, type KnownNames } from '../../catalogue/model-catalogue.ts';
import type { CallerNowDeps } from '../flow/caller-now.ts';
import { authenticate } from './authenticate.ts';
import { isKeyKnown, type ClaimKeyDeps } from './claim-key.ts';
import type { Asked, Readable } from '../records.ts';

export type ReadRequestDeps = CallerNowDeps & KnownNames & ClaimKeyDeps;

const largeBytes = 262_144;

/**
 * Reads and checks the body and the opt-ins of an admitted caller. The model that it names is judged before any other fault,
 * unless the answer may already be recorded under the request's key. From here on the key counts as it is when the body is there.
 * Raises 401, 403, and 400, 408, 413, 415.
 */
export async function readRequest(awaited: Readable, deps: ReadRequestDeps): Promise<Asked> {
  const body = await awaited.readBody(awaited);
  // It may have been revoked, or may do less, since the body began.
  const readable = await authenticate(awaited, deps);
  const refusal = refusalOfModel(readable, body, deps);
  if (refusal !== null && !(await isKeyKnown(readable, deps))) throw refusal;
  const request = readable.surface.parse(body);
  // The next stages go over the body again: other requests run first.
  if (body.length > largeBytes) await nextTurn();
  const optIns = readOptIns(readable.protocolHeaders);
  if (optIns.refused !== null) {
    throw new GatewayError('unsupported_parameter', {
      detail: `\`${optIns.refused}\` lets another model answer, which has other prices and permissions.`,
      param: optIns.refused,
    });
  }
  return { ...readable, body, request, optIns };
}

/** `null`: the body names no model, or one that the caller may ask for. */
function refusalOfModel({ surface, grant }: Readable, body: Buffer, names: KnownNames): GatewayError | null {
  if (!grant.callsModels) return administersOnly();
  const name = surface.modelIn(body);
  return name === null || mayAsk(names, grant, name) ? null : notAuthorised(name, grant);
}

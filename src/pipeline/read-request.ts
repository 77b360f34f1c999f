import { setImmediate as nextTurn } from 'node:timers/promises';
import { readOptIns } from '../protocols/requests/opt-ins.ts';
import { GatewayError } from '../errors.ts';
import type { Asked, Readable } from './stages.ts';

const largeBytes = 262_144;

/** Reads and checks the body and the opt-ins, now that it is known who sends them. Raises 400, 408, 413, 415. */
export async function readRequest(readable: Readable): Promise<Asked> {
  const body = await readable.readBody(readable);
  const request = readable.surface.parse(body);
  // What follows goes over the body again: others have their turn before it.
  if (body.length > largeBytes) await nextTurn();
  const optIns = readOptIns(readable.protocolHeaders);
  if (optIns.refused !== null) {
    throw new GatewayError('unsupported_parameter', {
      detail: `\`${optIns.refused}\` lets another model answer, which is priced and allowed otherwise.`,
      param: optIns.refused,
    });
  }
  return { ...readable, body, request, optIns };
}

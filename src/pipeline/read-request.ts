import { setImmediate as nextTurn } from 'node:timers/promises';
import { readOptIns } from '../protocols/requests/opt-ins.ts';
import { GatewayError } from '../errors.ts';
import type { Asked, Readable } from './records.ts';

const largeBytes = 262_144;

/** Reads and checks the body and the opt-ins of an admitted caller. Raises 400, 408, 413, 415. */
export async function readRequest(readable: Readable): Promise<Asked> {
  const body = await readable.readBody(readable);
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

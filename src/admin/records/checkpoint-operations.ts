import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { lastCheckpoint } from '../../ledger/checkpoints/recorded-checkpoints.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';

const showCheckpoint = adminOperation({
  id: 'showCheckpoint',
  method: 'get',
  path: '/checkpoint',
  command: 'checkpoints show',
  summary: 'Show the last signed checkpoint of the ledger, which whoever keeps it can compare with every later one.',
  action: 'checkpoints.read',
  input: z.strictObject({}),
  run: async (_, { administrator, deps }) => {
    administrator.reach('checkpoints.read');
    const last = await lastCheckpoint(deps.log);
    if (last === null) throw new GatewayError('resource_not_found', { detail: 'There is no checkpoint yet.' });
    const { checkpoint, verifier_key, head, size, recordedAt: recorded_at } = last;
    return { object: 'checkpoint', checkpoint, verifier_key, origin: head.origin, size, recorded_at };
  },
});

export const checkpointOperations: readonly AdminOperation[] = [showCheckpoint];

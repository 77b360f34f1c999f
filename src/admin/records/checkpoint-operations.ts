import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { lastCheckpoint } from '../../ledger/checkpoints/recorded-checkpoints.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { countOutput, timeOutput } from '../outputs.ts';

const checkpointOutput = z
  .strictObject({
    object: z.literal('checkpoint'),
    checkpoint: z.string().describe('The signed note.'),
    verifier_key: z.string().describe('With which anybody checks the signature.'),
    origin: z.string().describe('The name of the ledger in the note.'),
    size: countOutput.describe('How many events it is of.'),
    recorded_at: timeOutput,
  })
  .meta({ id: 'SignedCheckpoint', description: 'A signed head of the tree of all events.' });

const showCheckpoint = adminOperation({
  id: 'showCheckpoint',
  method: 'get',
  path: '/checkpoint',
  command: 'checkpoints show',
  summary: 'Show the last signed checkpoint of the ledger, which whoever keeps it can compare with every later one.',
  action: 'checkpoints.read',
  input: z.strictObject({}),
  output: checkpointOutput,
  run: async (_, { administrator, deps }) => {
    administrator.reach('checkpoints.read');
    const last = await lastCheckpoint(deps.log);
    if (last === null) throw new GatewayError('resource_not_found', { detail: 'There is no checkpoint yet.' });
    const { checkpoint, verifier_key, head, size, recordedAt: recorded_at } = last;
    return { object: 'checkpoint', checkpoint, verifier_key, origin: head.origin, size, recorded_at };
  },
});

export const checkpointOperations: readonly AdminOperation[] = [showCheckpoint];

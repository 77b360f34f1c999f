import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { continuedFrom } from '../../ledger/checkpoints/prove-consistency.ts';
import { lastCheckpoint, type RecordedCheckpoint } from '../../ledger/checkpoints/recorded-checkpoints.ts';
import { RecordedTree } from '../../ledger/checkpoints/recorded-tree.ts';
import { adminOperation, type AdminDeps, type AdminOperation } from '../operation.ts';
import { countOutput, timeOutput } from '../outputs.ts';

const signedOutput = {
  checkpoint: z.string().describe('The signed note.'),
  verifier_key: z.string().describe('With which anybody checks the signature.'),
  origin: z.string().describe('The name of the ledger in the note.'),
  size: countOutput.describe('How many events it is of.'),
  recorded_at: timeOutput,
};

const checkpointOutput = z
  .strictObject({ object: z.literal('checkpoint'), ...signedOutput })
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
    if (last === null) {
      throw new GatewayError('resource_not_found', {
        detail: 'There is no checkpoint yet.',
        next: 'Run `waybill ledger checkpoint` on the machine of the gateway.',
      });
    }
    return { object: 'checkpoint', ...signed(last) };
  },
});

function signed({ checkpoint, verifier_key, head, size, recordedAt: recorded_at }: RecordedCheckpoint) {
  return { checkpoint, verifier_key, origin: head.origin, size, recorded_at };
}

/** Of each log, so that its checkpoints are read once. */
const trees = new WeakMap<AdminDeps['log'], RecordedTree>();

const proofOutput = z
  .strictObject({
    object: z.literal('consistency_proof'),
    ...signedOutput,
    older_size: countOutput.describe('How many events the earlier checkpoint is of.'),
    older_root: z.string().describe('The root that it has to have, in base64.'),
    proof: z.array(z.string()).describe('Hashes in base64: RFC 6962 §2.1.2. None for equal sizes.'),
  })
  .meta({
    id: 'ConsistencyProof',
    description: 'That the last checkpoint continues an earlier one, which anybody checks without the ledger.',
  });

const proveCheckpoint = adminOperation({
  id: 'proveCheckpoint',
  method: 'get',
  path: '/checkpoint/proof',
  command: 'checkpoints prove',
  summary: 'Prove that the last checkpoint of the ledger continues an earlier one, which was kept elsewhere.',
  action: 'checkpoints.read',
  input: z.strictObject({
    older_size: z
      .number()
      .int()
      .min(1)
      .max(999_999_999_999)
      .describe('How many events the earlier checkpoint is of: its second line.'),
  }),
  output: proofOutput,
  run: async ({ older_size }, { administrator, deps }) => {
    administrator.reach('checkpoints.read');
    const tree = trees.getOrInsertComputed(deps.log, (log) => new RecordedTree(log));
    const found = await continuedFrom(tree, older_size);
    if (found === null) {
      throw new GatewayError('not_possible', {
        detail: `No checkpoint of this ledger is of ${older_size} events or more yet.`,
        next: 'Compare the origin of the earlier one, and ask again once a later one was signed.',
      });
    }
    const { last, root, proof } = found;
    const hashes = proof.map((hash) => hash.toString('base64'));
    return {
      object: 'consistency_proof',
      ...signed(last),
      older_size,
      older_root: root.toString('base64'),
      proof: hashes,
    };
  },
});

export const checkpointOperations: readonly AdminOperation[] = [showCheckpoint, proveCheckpoint];

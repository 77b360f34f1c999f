import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

/** Leaves of a tile: a complete subtree whose root is recorded, so that proofs need not read the whole log. */
export const tileLeaves = 256;
/** Most tiles that one checkpoint completes. */
export const newTilesMax = 1_000;
const peaksMax = 48;

const treeHash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);
const position = z.string().min(1).max(100);
const note = z.string().max(65_536).describe('The signed note, as C2SP `tlog-checkpoint` has it.');
const verifierKey = z.string().max(300).describe('The key that verifies its signature, as one word.');

const ledgerCheckpointed = z
  .strictObject({
    checkpoint: note,
    verifier_key: verifierKey,
    size: z.number().int().min(1).describe('How many events the tree has: the kept ones, in the order of the log.'),
    position: position.describe('Where the last of them is in the log.'),
    tiles: z
      .array(
        z.strictObject({
          root: treeHash.describe('The root of the subtree, in base64.'),
          after: position.nullable().describe('`null`: it begins with the log.'),
        }),
      )
      .max(newTilesMax)
      .describe('The complete subtrees of 256 events since the checkpoint before, and the position before each.'),
    edge: z.array(treeHash).max(peaksMax).describe('The roots of complete subtrees of tiles, the largest first.'),
    open_after: position.nullable().describe('The position after which the last, incomplete tile begins.'),
  })
  .describe(
    'What the ledger holds up to an event, under one signature. Whoever has it finds every later change of that part.',
  );

const ledgerContinued = z
  .strictObject({ checkpoint: note, verifier_key: verifierKey })
  .describe(
    'The events that follow were copied from another ledger, whose last checkpoint this is. Positions and times are new, so a new tree begins.',
  );

/** Every event of the stream of checkpoints, by type. */
export const checkpointEventSchemas = {
  LedgerCheckpointed: ledgerCheckpointed,
  LedgerContinued: ledgerContinued,
} as const;

/** An event about the ledger as a whole. */
export type CheckpointEvent = EventsOf<typeof checkpointEventSchemas>;

/** The data of a checkpoint. */
export type LedgerCheckpoint = Extract<CheckpointEvent, { readonly type: 'LedgerCheckpointed' }>['data'];

import { z } from 'zod';
import { eurFromNano } from '../../domain/money.ts';
import { movementCauseSchema } from '../../domain/payments/movement-cause.ts';
import { entryKinds } from '../../domain/wallet-entries/statement-lines.ts';
import { subjectOfMovement } from '../../ledger/export/movements.ts';
import { postingRow } from '../../ledger/export/postings-table.ts';
import type { WalletEntry } from '../../ledger/wallet-statement.ts';
import type { AdminRequest } from '../operation.ts';
import { amountOutput, countOutput, idOutput, timeOutput, type Shown } from '../outputs.ts';
import { actorMembers, shownActor } from './shown-actor.ts';

/** An entry of a statement. */
export const entryOutput = z
  .strictObject({
    object: z.literal('entry'),
    position: z.string().describe('Of its event in the log.'),
    recorded_at: timeOutput.describe('By the clocks of the zone.'),
    event_id: z.string(),
    type: z.string(),
    stream: z.string(),
    revision: countOutput,
    subject: z.enum(['reservation', 'credit', 'debit']).nullable(),
    subject_id: z.string().nullable(),
    debit_account: z.string(),
    credit_account: z.string(),
    amount_eur: amountOutput,
    posting: z.int().min(1).describe('Its place among the postings of the event.'),
    kind: z.enum(entryKinds),
    key_id: idOutput.nullable(),
    cause: movementCauseSchema.shape.kind.nullable(),
    cause_id: idOutput.nullable(),
    other_wallet_id: idOutput.nullable(),
    allocation_id: idOutput.nullable(),
    corrects: idOutput.nullable(),
    ...actorMembers,
    change_eur: amountOutput.describe('By how much the posted balance changed.'),
    held_eur: amountOutput.describe('By how much the held amount changed.'),
    posted_eur: amountOutput.describe('Posted after it.'),
    reserved_eur: amountOutput.describe('Held after it.'),
    available_eur: amountOutput,
    granted_eur: amountOutput,
  })
  .meta({ id: 'Entry', description: 'A posting, and what the wallet had after it.' });

/** An entry as its reader may see it. */
export function shownEntry(
  { event: { data }, recorded, number, kind, posting, change, after }: WalletEntry,
  { administrator }: AdminRequest,
  isKeyShown: (keyId: string) => boolean,
): Shown<typeof entryOutput> {
  const keyId = 'key_id' in data ? data.key_id : null;
  // Of a wallet that pays for others too, a member sees what it had, and not whose requests it paid for.
  const isShown = keyId === null || isKeyShown(keyId);
  const subject = isShown ? subjectOfMovement(data) : null;
  const cause = 'postings' in data && 'cause' in data ? data.cause : undefined;
  return {
    object: 'entry',
    ...postingRow(recorded, posting, subject),
    posting: number,
    kind,
    key_id: isShown ? keyId : null,
    cause: cause?.kind ?? null,
    cause_id: cause?.id ?? null,
    other_wallet_id: cause?.wallet_id ?? null,
    allocation_id: cause?.allocation_id ?? null,
    corrects: cause?.corrects ?? null,
    ...shownActor('actor' in data ? data.actor : undefined, administrator, 'wallets.read'),
    change_eur: eurFromNano(change.posted),
    held_eur: eurFromNano(change.reserved),
    posted_eur: eurFromNano(after.posted),
    reserved_eur: eurFromNano(after.reserved),
    available_eur: eurFromNano(after.posted - after.reserved),
    granted_eur: eurFromNano(after.granted),
  };
}

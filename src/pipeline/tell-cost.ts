import { eurFromNano } from '../domain/money.ts';
import { shownCounts } from '../personal-data/casting/shown-counts.ts';
import { joinedBytes } from './delivery/stream-opening.ts';
import type { Stored, Told } from './records.ts';

/**
 * Tells the cost of a stream in a comment before its last record, without a blank line between them. As a record of its
 * own, or with a blank line, clients would take it for an event; a glued comment is read by none of them.
 */
export function tellCost(stored: Stored): Told {
  const { conclusion } = stored;
  if (conclusion.kind !== 'tail') return { ...stored, isCostTold: true };
  const { bytes, lastRecord = null, ...tail } = conclusion;
  const told = lastRecord === null ? bytes : joinedBytes([bytes, costComment(stored), lastRecord]);
  return { ...stored, conclusion: { ...tail, bytes: told }, isCostTold: true };
}

/** What was charged, `null` while that is not known, under which reservation, and what was replaced. */
function costComment({ cost, conversation, outcome, reservationId, selection }: Stored): Buffer {
  const told = {
    cost_eur: cost === null ? null : eurFromNano(cost.total + (selection?.cost ?? 0n)),
    reservation: reservationId,
    estimate: outcome.kind === 'settle' && outcome.source === 'estimate',
    pii: conversation === null ? null : shownCounts(conversation),
  };
  return Buffer.from(`: waybill ${JSON.stringify(told)}\n`);
}

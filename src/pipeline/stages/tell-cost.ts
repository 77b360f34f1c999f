import { shownCounts } from '../../personal-data/placeholders/shown-counts.ts';
import { joinedBytes } from '../delivery/stream-opening.ts';
import { isEstimate } from '../../domain/outcome.ts';
import type { Conclusion, Stored, Told } from '../records.ts';
import { chargedEur, withChargeInLastUsage, withChargeInUsage } from '../delivery/charge-in-usage.ts';

/**
 * Tells the cost of a stream in a comment before its last record, without a blank line between them. As a record of its
 * own, or with a blank line, clients would take it for an event; a glued comment is read by none of them. A caller who
 * asks for it finds the cost in the last `usage` too, of a stream and of a whole answer.
 */
export async function tellCost(stored: Stored): Promise<Told> {
  const { conclusion, wantsCostInUsage } = stored;
  const isInUsage = wantsCostInUsage && conclusion.kind !== 'error';
  const told = isInUsage ? await inUsage(conclusion, stored) : conclusion;
  return { ...stored, conclusion: commented(told, stored), isCostTold: true };
}

async function inUsage(conclusion: Exclude<Conclusion, { kind: 'error' }>, stored: Stored): Promise<Conclusion> {
  if (conclusion.kind === 'whole') {
    const isJson = (conclusion.headers['content-type'] ?? '').includes('json');
    return isJson ? { ...conclusion, body: await withChargeInUsage(conclusion.body, stored) } : conclusion;
  }
  const { bytes, lastRecord = null } = conclusion;
  const last = await withChargeInLastUsage(lastRecord, stored);
  if (last !== null) return { ...conclusion, lastRecord: last };
  return { ...conclusion, bytes: (await withChargeInLastUsage(bytes, stored)) ?? bytes };
}

function commented(conclusion: Conclusion, stored: Stored): Conclusion {
  if (conclusion.kind !== 'tail') return conclusion;
  const { bytes, lastRecord = null, ...tail } = conclusion;
  return { ...tail, bytes: lastRecord === null ? bytes : joinedBytes([bytes, costComment(stored), lastRecord]) };
}

/** What was charged, `null` while that is not known, under which reservation, and what was replaced. */
function costComment(stored: Stored): Buffer {
  const { conversation, outcome, reservationId } = stored;
  const told = {
    cost_eur: chargedEur(stored),
    reservation: reservationId,
    estimate: isEstimate(outcome),
    pii: conversation === null ? null : shownCounts(conversation),
  };
  return Buffer.from(`: waybill ${JSON.stringify(told)}\n`);
}

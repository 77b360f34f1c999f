import { scanInTurns } from '../../ports/done-in-turns.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import { eurFromNano } from '../../domain/money.ts';
import { counterObjects } from '../../protocols/answers/found-counters.ts';
import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers } from '../../wire/json-edits.ts';
import { answerLimits } from '../../wire/json-limits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { createRecordSplitter, editedRecord } from '../../wire/server-sent-events.ts';
import type { Settled } from '../records.ts';

/** What the request was charged, with the choice of its route, in euro; `null`: nothing was, or it is not known yet. */
export function chargedEur({ cost, selection }: Pick<Settled, 'cost' | 'selection'>): string | null {
  return cost === null ? null : eurFromNano(cost.total + (selection?.cost ?? 0n));
}

/** A whole answer with the charge in its `usage`, if it has one and its caller asked for that. */
export async function withChargeInUsage(answer: Buffer, settled: Settled): Promise<Buffer> {
  const eur = settled.wantsCostInUsage ? chargedEur(settled) : null;
  if (eur === null) return answer;
  return applyEdits(answer, await chargeEdits(answer, eur, settled));
}

/** Records of a stream with the charge in the last `usage` that they have; `null`: they have none. */
export async function withChargeInLastUsage(records: Buffer | null, settled: Settled): Promise<Buffer | null> {
  const eur = settled.wantsCostInUsage ? chargedEur(settled) : null;
  if (eur === null || records === null) return null;
  const splitter = createRecordSplitter({ recordBytesMax: records.length });
  const all = [...splitter.push(records), splitter.end()].filter((record) => record !== null);
  for (const [index, record] of [...all.entries()].toReversed()) {
    const edits = record.data === null ? [] : await chargeEdits(record.data, eur, settled);
    if (edits.length > 0) {
      const written = all.map(({ bytes }, at) => (at === index ? editedRecord(record, edits, null) : bytes));
      return Buffer.concat(written);
    }
  }
  return null;
}

/** The edits that put the charge into the counters of an answer, or of a response within a record. */
async function chargeEdits(text: Buffer, eur: string, settled: Settled): Promise<readonly ByteEdit[]> {
  await scanInTurns(text, answerLimits, sharerOf(settled.caller.key));
  const object = scanJsonObject(text, answerLimits);
  if (object.kind === 'json_fault') return [];
  const [usage] = counterObjects(object);
  return usage === undefined ? [] : editJsonMembers(usage, [{ key: 'waybill_cost_eur', json: JSON.stringify(eur) }]);
}

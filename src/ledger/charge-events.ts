import type { ChargeRecord } from '../domain/charges/charge-record.ts';
import type { EventLog, RecordedEvent } from '../ports/event-log.ts';
import { walletStream } from './stream-names.ts';
import { firstRecordedFrom } from './wallet-statement.ts';

/** The reservation of a charge, its wallet, when it began, and when it ended. */
type Charged = Pick<ChargeRecord, 'reservation_id' | 'wallet_id' | 'reserved_at' | 'ended_at'>;

/** So few that inference does not wait for whoever reads. */
const readAtOnce = 250;
/** Events of the wallet that are looked at from the beginning of a charge, and again from its end. */
const examinedMax = 1_000;

/**
 * The events of a charge in its wallet, oldest first. Of one during which the wallet had more than a thousand events, those
 * at its beginning and at its end. Raises the errors of the log.
 */
export async function chargeEvents(
  log: Pick<EventLog, 'readStream'>,
  { reservation_id: id, wallet_id: walletId, reserved_at: reservedAt, ended_at: endedAt }: Charged,
): Promise<readonly RecordedEvent[]> {
  const stream = walletStream(walletId);
  const read = (options: Parameters<EventLog['readStream']>[1]) => log.readStream(stream, options);
  const [newest] = await read({ direction: 'backwards', limit: 1 });
  if (newest === undefined) return [];
  const revisionAt = (time: string) => firstRecordedFrom(read, Date.parse(time), newest.revision + 1);
  const found: RecordedEvent[] = [];
  const lookFrom = async (first: number): Promise<number> => {
    let next = first;
    while (next < first + examinedMax && next <= newest.revision) {
      const page = await read({ fromRevision: next, limit: readAtOnce });
      found.push(...page.filter((event) => isOf(id, event)));
      const last = page.at(-1);
      if (last === undefined || (endedAt !== null && last.recordedAt > endedAt)) return Infinity;
      next = last.revision + 1;
    }
    return next;
  };
  const seen = await lookFrom(await revisionAt(reservedAt));
  const end = endedAt === null ? seen : await revisionAt(endedAt);
  if (seen !== Infinity && end !== seen) await lookFrom(Math.max(seen, end));
  return found;
}

function isOf(id: string, { data }: RecordedEvent): boolean {
  // Most events are of others, and need not be read.
  return data.includes(id) && (JSON.parse(data) as { readonly reservation_id?: string }).reservation_id === id;
}

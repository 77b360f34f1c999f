// Keeps what was spent by model and day, from Kafka alone: an event that comes twice counts once.
// Run: WAYBILL_KAFKA_BROKERS=127.0.0.1:9092 npm run example examples/analytics-consumer.ts
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';

const brokers = (process.env['WAYBILL_KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(',');
const topic = process.env['WAYBILL_KAFKA_TOPIC'] ?? 'waybill.ledger.v1';

/** How many ids are remembered: duplicates come soon after the first copy, or by a replay that somebody announced. */
const idsMax = 1_000_000;

const seen = new Set<string>();
/** Which model an open reservation is for: the bill does not repeat it. */
const modelOf = new Map<string, string>();
/** Nano-euro by `day model`: nine decimals are exact as whole numbers, and are not as floating point. */
const spent = new Map<string, bigint>();

/** The events of a wallet come in order, so a reservation is known before its bill. */
function take({ headers, value }: KafkaMessage): void {
  const attribute = (name: string): string => String(headers?.[`ce_${name}`] ?? '');
  const id = `${attribute('source')} ${attribute('id')}`;
  if (seen.has(id)) return;
  seen.add(id);
  if (seen.size > idsMax) seen.delete(seen.values().next().value ?? '');
  const data = JSON.parse(String(value)) as {
    readonly reservation_id: string;
    readonly cost_eur: string;
    readonly inference: { readonly upstream_model: string };
  };
  switch (attribute('type')) {
    case 'waybill.CreditReserved.v1':
      modelOf.set(data.reservation_id, data.inference.upstream_model);
      break;
    case 'waybill.ReservationSettled.v1':
    case 'waybill.ExpiredReservationCharged.v1':
      charge(`${attribute('time').slice(0, 10)} ${modelOf.get(data.reservation_id)}`, data.cost_eur);
      modelOf.delete(data.reservation_id);
      break;
    case 'waybill.ReservationReleased.v1':
      modelOf.delete(data.reservation_id);
      break;
    default: // Types that say nothing of spending, or that came later than this program.
  }
}

function charge(dayAndModel: string, eur: string): void {
  const [whole = '', decimals = ''] = eur.split('.');
  spent.set(dayAndModel, (spent.get(dayAndModel) ?? 0n) + BigInt(whole + decimals));
}

function table(): Readonly<Record<string, string>> {
  const eur = (nano: bigint): string => `${nano / 1_000_000_000n}.${String(nano % 1_000_000_000n).padStart(9, '0')}`;
  return Object.fromEntries([...spent].map(([dayAndModel, nano]) => [dayAndModel, eur(nano)]));
}

const kafka = new Kafka({ clientId: 'waybill-analytics', brokers, logLevel: logLevel.ERROR });
// The figures are in memory, so each start reads from the beginning. With a database, keep them, the ids and the offsets
// in one transaction there, and take a fixed group.
const consumer = kafka.consumer({ groupId: `waybill-analytics-${randomUUID()}`, maxWaitTimeInMs: 500 });
await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: true });
await consumer.run({
  eachBatch: async ({ batch }) => {
    for (const message of batch.messages) take(message);
    console.log(JSON.stringify(table()));
  },
});

process.once('SIGINT', () => void consumer.disconnect());
process.once('SIGTERM', () => void consumer.disconnect());

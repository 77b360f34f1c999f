// Keeps what was spent by model and day, from Kafka alone: an event that comes twice counts once.
// Run: WAYBILL_KAFKA_BROKERS=127.0.0.1:9092 npm run example examples/analytics-consumer.ts
// It needs a gateway with `kafka` in its configuration, which the sandbox is not: docs/kafka.md.
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';

const brokers = (process.env['WAYBILL_KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(',');
const topic = process.env['WAYBILL_KAFKA_TOPIC'] ?? 'waybill.ledger.v1';

/** How many ids are remembered: duplicates come soon after the first copy, or by a replay that somebody announced. */
const idsMax = 1_000_000;

const seen = new Set<string>();
/** The model that an open reservation is for at present: the bill does not repeat it. */
const modelOf = new Map<string, string>();
/** The model that is asked which one should answer, by open reservation of `switchyard`. */
const judgeOf = new Map<string, string>();
/** Nano-euro by `day model`: nine decimals are exact as whole numbers, and are not as floating point. */
const spent = new Map<string, bigint>();

interface Called {
  readonly inference: { readonly upstream_model: string };
}

/** The members that are read here, of all types together. */
interface Data extends Called {
  readonly reservation_id: string;
  readonly cost_eur: string;
  readonly resolved_by: string | null;
  readonly selection?: { readonly call?: Called };
  readonly answer?: Called;
  readonly next: Called;
}

/** The events of a wallet come in order, so a reservation is known before its bill. */
function take({ headers, value }: KafkaMessage): void {
  const attribute = (name: string): string => String(headers?.[`ce_${name}`] ?? '');
  const id = `${attribute('source')} ${attribute('id')}`;
  if (seen.has(id)) return;
  seen.add(id);
  if (seen.size > idsMax) seen.delete(seen.values().next().value ?? '');
  const data = JSON.parse(String(value)) as Data;
  const reservation = data.reservation_id;
  const day = attribute('time').slice(0, 10);
  switch (attribute('type')) {
    case 'waybill.CreditReserved.v1':
      modelOf.set(reservation, data.inference.upstream_model);
      if (data.selection?.call) judgeOf.set(reservation, data.selection.call.inference.upstream_model);
      break;
    case 'waybill.SelectionCharged.v1': // What choosing cost is no part of the bill of the answer.
      charge(`${day} ${judgeOf.get(reservation)}`, data.cost_eur);
      judgeOf.delete(reservation);
      if (data.answer) modelOf.set(reservation, data.answer.inference.upstream_model);
      break;
    case 'waybill.AttemptFailed.v1': // If the failed attempt may cost something, it has a reservation of its own.
      modelOf.set(reservation, data.next.inference.upstream_model);
      break;
    case 'waybill.ReservationSettled.v1':
    case 'waybill.ReleasedReservationCharged.v1':
      charge(`${day} ${modelOf.get(reservation)}`, data.cost_eur);
      modelOf.delete(reservation);
      break;
    case 'waybill.ReservationReleased.v1': // After a release by rule the cost may still come.
      if (data.resolved_by === null) modelOf.delete(reservation);
      break;
    default: // Types that say nothing of spending, or that came later than this program.
  }
}

function charge(dayAndModel: string, eur: string): void {
  const [whole = '', decimals = ''] = eur.split('.');
  const nano = BigInt(whole + decimals);
  if (nano > 0n) spent.set(dayAndModel, (spent.get(dayAndModel) ?? 0n) + nano);
}

function table(): Readonly<Record<string, string>> {
  const eur = (nano: bigint): string => `${nano / 1_000_000_000n}.${String(nano % 1_000_000_000n).padStart(9, '0')}`;
  return Object.fromEntries([...spent].map(([dayAndModel, nano]) => [dayAndModel, eur(nano)]));
}

/** Ends in one sentence where there is nothing to read. */
async function assertTopic(): Promise<void> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin({ retry: { retries: 2 } });
  const topics = await admin
    .connect()
    .then(() => admin.listTopics())
    .catch(() => null);
  await admin.disconnect();
  if (topics?.includes(topic) === true) return;
  const found = topics === null ? 'No Kafka broker answers' : `There is no topic ${topic}`;
  console.error(
    `${found} at ${brokers.join(',')}: set WAYBILL_KAFKA_BROKERS and WAYBILL_KAFKA_TOPIC to those of a gateway that has \`kafka\` in its configuration, see docs/kafka.md.`,
  );
  process.exit(1);
}

await assertTopic();
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

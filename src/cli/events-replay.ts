import type { Command } from 'commander';
import type { IntegrationEvent } from '../domain/integration-event.ts';
import { retry, type RetryPolicy } from '../ledger/retry.ts';
import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import { PublisherUnavailable } from '../ports/event-publisher.ts';
import { systemTimer } from '../time/timer.ts';
import { documented } from './arguments.ts';
import { wrongUsage } from './cli-error.ts';
import { positionIn, recordedEvents } from './log-reading.ts';
import { counted, printJson, printLine } from './output.ts';
import { Progress } from './progress.ts';
import { timeoutMs } from './waiting-log.ts';

const batchEventsMax = 1_000;
const retries: RetryPolicy = { pauseMs: 200, pauseMsMax: 1_000 };

interface Options {
  readonly from: string;
  readonly to?: string;
  readonly json?: boolean;
}

export function eventsReplay(events: Command): void {
  const command = events
    .command('replay')
    .description('publish a part of the log to Kafka again; the relay and its checkpoint do not change')
    .requiredOption('--from <position>', 'position of the first event, as events tail prints it')
    .option('--to <position>', 'position of the last event (default: the end of the log)')
    .action(replay);
  documented(command, {
    example: 'waybill events replay --from 1042 --to 2000',
    json: '{"published","from","to"}: number of events, and positions of the first and last one, or null',
  });
}

async function replay(options: Options): Promise<void> {
  const { kafkaToPublishTo } = await import('./kafka-settings.ts');
  const { configuredPublisher } = await import('../composition/relay.ts');
  const { publishedEvent } = await import('../ledger/published-event.ts');
  const { withLog } = await import('./open-ledger.ts');
  const kafka = kafkaToPublishTo();
  const publisher = configuredPublisher(kafka);
  const messagesOf = (events: readonly RecordedEvent[]): readonly IntegrationEvent[] =>
    events.flatMap((event) => publishedEvent(event, kafka.source) ?? []);
  const progress = new Progress('events published');
  const done = { published: 0, from: null as Position | null, to: null as Position | null };
  try {
    await withLog(async (log) => {
      const range = rangeIn(log, options);
      await publisher.check();
      for await (const events of batchesOf(log, range)) {
        await patiently(() => publisher.publish(messagesOf(events)));
        done.published += events.length;
        done.from ??= events[0]?.position ?? null;
        done.to = events.at(-1)?.position ?? done.to;
        progress.show(done.published);
      }
    });
  } finally {
    progress.end();
    await publisher.close();
  }
  if (options.json === true) printJson(done);
  else
    printLine(
      `published ${counted(done.published, 'event')}${done.from === null ? '' : `, ${done.from} to ${done.to}`}`,
    );
}

/** A publication that failed may be repeated unchanged, and gets further where a broker throttles this client. */
function patiently(publish: () => Promise<void>): Promise<void> {
  const lateAtMs = systemTimer.monotonic() + timeoutMs();
  const mayRetry = (error: unknown): boolean =>
    error instanceof PublisherUnavailable && systemTimer.monotonic() < lateAtMs;
  return retry(publish, { policy: retries, mayRetry });
}

interface Range {
  readonly from: Position;
  readonly to: Position | null;
}

function rangeIn(log: EventLog, options: Options): Range {
  const from = positionIn(log, '--from', options.from);
  const to = options.to === undefined ? null : positionIn(log, '--to', options.to);
  if (to !== null && log.comparePositions(from, to) > 0) throw wrongUsage('--from is after --to');
  return { from, to };
}

/** Reads begin after a position, but a range includes its first one, so earlier events are skipped. */
async function* batchesOf(log: EventLog, { from, to }: Range): AsyncGenerator<readonly RecordedEvent[], void> {
  const { factPrefixes } = await import('../ledger/stream-names.ts');
  let batch: RecordedEvent[] = [];
  for await (const event of recordedEvents(log, { streamPrefixes: factPrefixes })) {
    if (log.comparePositions(event.position, from) < 0) continue;
    if (to !== null && log.comparePositions(event.position, to) > 0) break;
    batch.push(event);
    if (batch.length < batchEventsMax) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

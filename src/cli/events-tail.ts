import type { Command } from 'commander';
import type { IntegrationEvent } from '../domain/integration-event.ts';
import type { Position } from '../ports/event-log.ts';
import { documented } from './arguments.ts';
import { followedEvents, positionIn, recordedEvents } from './log-reading.ts';
import { plainLine, printEach } from './output.ts';

interface Options {
  readonly follow?: boolean;
  readonly after?: string;
  readonly json?: boolean;
}

export function eventsTail(events: Command): void {
  const command = events
    .command('tail')
    .description('print the messages that the relay publishes to Kafka, one per line, up to the end of the log')
    .option('--follow', 'continue with new events until interrupted')
    .option('--after <position>', 'begin after this position of the log')
    .action(tail);
  documented(command, {
    example: 'waybill events tail --follow --json',
    json: 'one document per line: {"position","topic","key","headers":{"ce_id","ce_source","ce_type",…},"value":{…}}',
  });
}

async function tail(options: Options): Promise<void> {
  const { kafkaSettings } = await import('./kafka-settings.ts');
  const { publishedEvent } = await import('../ledger/published-event.ts');
  const { factPrefixes } = await import('../ledger/stream-names.ts');
  const { withLog } = await import('./open-ledger.ts');
  const { source, topics } = kafkaSettings();
  await withLog(async (log) => {
    const after = options.after === undefined ? {} : { after: positionIn(log, '--after', options.after) };
    const reading = { ...after, streamPrefixes: factPrefixes };
    const events = options.follow === true ? followedEvents(log, reading) : recordedEvents(log, reading);
    await printEach(events, (event) => {
      const message = publishedEvent(event, source);
      if (message === null) return null;
      return lineOf({ position: event.position, topic: topics[message.topic].name, message }, options);
    });
  });
}

interface Sent {
  readonly position: Position;
  readonly topic: string;
  readonly message: IntegrationEvent;
}

function lineOf({ position, topic, message: { key, headers, value } }: Sent, { json = false }: Options): string {
  // `as`: the mapping itself wrote this JSON.
  return json
    ? JSON.stringify({ position, topic, key, headers, value: JSON.parse(value) as unknown })
    : plainLine(`${position}  ${topic}  ${key}  ${headers['ce_type']}  ${headers['ce_id']}  ${value}`);
}

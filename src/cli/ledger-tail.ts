import type { Command } from 'commander';
import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import { documented } from './arguments.ts';
import { wrongUsage } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

const pageEvents = 1_000;

interface Options {
  readonly follow?: boolean;
  readonly stream?: string;
  readonly after?: string;
  readonly json?: boolean;
}

export function ledgerTail(ledger: Command): void {
  const command = ledger
    .command('tail')
    .description('the events of the log in order, one a line, to its end')
    .option('--follow', 'go on with what is recorded from now on, until interrupted')
    .option('--stream <prefix>', 'only streams whose name begins so, e.g. wallet- or wallet-<id>')
    .option('--after <position>', 'begin after this place in the log')
    .action(tail);
  documented(command, {
    example: 'waybill ledger tail --stream wallet- --follow --json',
    json: 'one document a line: {"position","recorded_at","stream","revision","type","id","data":{…}}',
  });
}

async function tail(options: Options): Promise<void> {
  const { withLog } = await import('./open-ledger.ts');
  await withLog(async (log) => {
    const reading = {
      // The text of a position is all that a person can hand back; whether it is one, the log knows.
      ...(options.after === undefined ? {} : { after: positionIn(log, options.after) }),
      ...(options.stream === undefined ? {} : { streamPrefixes: [options.stream] }),
    };
    const events = options.follow === true ? followed(log, reading) : recorded(log, reading);
    for await (const event of events) print(event, options.json ?? false);
  });
}

function positionIn(log: EventLog, text: string): Position {
  const position = text as Position;
  try {
    log.comparePositions(position, position);
  } catch {
    throw wrongUsage(`--after ${text} is no position of this log: take one that ledger tail printed`);
  }
  return position;
}

type Reading = { readonly after?: Position; readonly streamPrefixes?: readonly string[] };

async function* recorded(log: EventLog, reading: Reading): AsyncGenerator<RecordedEvent, void> {
  for (let { after } = reading; ;) {
    const page = await log.readAll({ ...reading, ...(after === undefined ? {} : { after }), limit: pageEvents });
    yield* page;
    if (page.length < pageEvents) return;
    after = page.at(-1)?.position;
  }
}

async function* followed(log: EventLog, reading: Reading): AsyncGenerator<RecordedEvent, void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  for await (const step of log.follow({ ...reading, signal: interrupted.signal })) {
    if (step.kind === 'events') yield* step.events;
  }
}

function print(event: RecordedEvent, json: boolean): void {
  const { position, recordedAt, stream, revision, type, id, data } = event;
  if (json) {
    printJson({ position, recorded_at: recordedAt, stream, revision, type, id, data: readable(data) });
    return;
  }
  printLine(`${position}  ${recordedAt}  ${stream}@${revision}  ${type}  ${data}`);
}

/** Data that is no JSON is shown as the text it is: what is wrong with it, `ledger verify` tells. */
function readable(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

import type { Command } from 'commander';
import type { RecordedEvent } from '../ports/event-log.ts';
import { documented } from './arguments.ts';
import { followedEvents, positionIn, recordedEvents } from './log-reading.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  readonly follow?: boolean;
  readonly stream?: string;
  readonly after?: string;
  readonly json?: boolean;
}

/** Sealed contents tell nobody anything. */
const sealedBytes = /"sealed":"[^"]*"/;

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
      ...(options.after === undefined ? {} : { after: positionIn(log, '--after', options.after) }),
      ...(options.stream === undefined ? {} : { streamPrefixes: [options.stream] }),
    };
    const events = options.follow === true ? followedEvents(log, reading) : recordedEvents(log, reading);
    for await (const event of events) print(event, options.json ?? false);
  });
}

function print(event: RecordedEvent, json: boolean): void {
  const { position, recordedAt, stream, revision, type, id, data } = event;
  const shown = type === 'ContentPart' ? data.replace(sealedBytes, '"sealed":"…"') : data;
  if (json) {
    printJson({ position, recorded_at: recordedAt, stream, revision, type, id, data: readable(shown) });
    return;
  }
  printLine(`${position}  ${recordedAt}  ${stream}@${revision}  ${type}  ${shown}`);
}

/** Data that is no JSON is shown as the text it is: what is wrong with it, `ledger verify` tells. */
function readable(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

import type { Command } from 'commander';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { documented } from '../arguments.ts';
import { followedEvents, positionIn, recordedEvents } from '../log-reading.ts';
import { plainLine, printEach } from '../output.ts';

interface Options {
  readonly follow?: boolean;
  readonly stream?: string;
  readonly after?: string;
  readonly json?: boolean;
}

/** Encrypted contents, which are not shown. */
const sealedBytes = /"sealed":"[^"]*"/;

export function ledgerTail(ledger: Command): void {
  const command = ledger
    .command('tail')
    .description('print the events of the log in order, one per line, up to its end')
    .option('--follow', 'continue with new events until interrupted')
    .option('--stream <prefix>', 'only streams whose name begins with this, e.g. wallet- or wallet-<id>')
    .option('--after <position>', 'begin after this position of the log')
    .action(tail);
  documented(command, {
    example: 'waybill ledger tail --stream wallet- --follow --json',
    json: 'one document per line: {"position","recorded_at","stream","revision","type","id","data":{…}}',
  });
}

async function tail(options: Options): Promise<void> {
  const { withLog } = await import('../open-ledger.ts');
  await withLog(async (log) => {
    const reading = {
      // `as`: a position arrives as text; the log checks whether it is one.
      ...(options.after === undefined ? {} : { after: positionIn(log, '--after', options.after) }),
      ...(options.stream === undefined ? {} : { streamPrefixes: [options.stream] }),
    };
    const events = options.follow === true ? followedEvents(log, reading) : recordedEvents(log, reading);
    await printEach(events, (event) => lineOf(event, options.json ?? false));
  });
}

function lineOf(event: RecordedEvent, json: boolean): string {
  const { position, recordedAt, stream, revision, type, id, data } = event;
  const shown = type === 'ContentPart' ? data.replace(sealedBytes, '"sealed":"…"') : data;
  return json
    ? JSON.stringify({ position, recorded_at: recordedAt, stream, revision, type, id, data: readable(shown) })
    : plainLine(`${position}  ${recordedAt}  ${stream}@${revision}  ${type}  ${shown}`);
}

/** Data that is not JSON is shown as text; `ledger verify` reports what is wrong with it. */
function readable(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

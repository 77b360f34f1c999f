import type { AdminRequest, FollowedList, Following } from '../../admin/operation.ts';
import { pageCursor } from '../../admin/page-cursor.ts';
import { note, plainLine, printEach } from '../output.ts';
import { cellOf } from '../../admin/shown/list-columns.ts';

interface Printing {
  readonly request: AdminRequest;
  lineOf(row: object): string;
}

/** Prints the rows of a list as they come, a line each, until interrupted. Then a note says where to go on. */
export async function printFollowed(
  follow: (following: Following) => Promise<FollowedList>,
  { request, lineOf: line }: Printing,
): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const followed = await follow({ now: () => Promise.resolve(request), signal: interrupted.signal });
  let place = followed.begin;
  async function* rows(): AsyncGenerator<object, void> {
    for await (const step of followed.steps()) {
      for (const { row, place: after } of step.rows) {
        yield row;
        place = after;
      }
      place = step.place;
    }
  }
  await printEach(rows(), line);
  note(`To go on from here: --follow --after ${pageCursor(request, followed.list, place)}`);
}

/** A row as a line of these columns. */
export function lineOf(columns: readonly string[]): Printing['lineOf'] {
  return (row) => {
    const cells = new Map(Object.entries(row));
    return plainLine(columns.map((name) => cellOf(cells.get(name))).join('  '));
  };
}

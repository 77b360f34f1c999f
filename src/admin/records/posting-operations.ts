import { z } from 'zod';
import { eventCatalogue, type DomainEvent } from '../../domain/event-catalogue.ts';
import { factPrefixes } from '../../ledger/stream-names.ts';
import type { Position } from '../../ports/event-log.ts';
import { followEvents } from '../following/follow-events.ts';
import { followInput, pageInput } from '../inputs.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { otherList } from '../owned-page.ts';
import { keyOfPageCursor, pageCursor } from '../page-cursor.ts';
import { eventPageOutput, shownEvent } from '../shown/shown-event.ts';

const list = { name: 'postings', prefix: '' };

/** `as`: the catalogue has the types of events. */
const types = new Set(Object.keys(eventCatalogue) as DomainEvent['type'][]);

const listPostings = adminOperation({
  id: 'listPostings',
  method: 'get',
  path: '/postings',
  command: 'postings list',
  summary:
    'List the events of the ledger in their order, each with the money that it moved between accounts, and nothing else that it says.',
  action: 'postings.read',
  input: z.strictObject({
    ...pageInput,
    ...followInput,
    newest: z
      .boolean()
      .default(false)
      .describe('Whether to begin at the end: then the page is empty, and `next` is the place before what comes.'),
  }),
  output: eventPageOutput,
  run: async ({ after, limit, newest }, request) => {
    const { administrator, deps } = request;
    administrator.reach('postings.read');
    if (newest && after === undefined) {
      const { end } = await deps.logEnd.end();
      return { object: 'list', data: [], next: end === null ? null : pageCursor(request, list, end) };
    }
    const place = after === undefined ? '' : keyOfPageCursor(request, list, after);
    if (place === null) throw otherList();
    // `as`: the seal shows it to be a position of this log.
    const begin = place === '' ? {} : { after: place as Position };
    const found = await deps.log.readAll({ ...begin, limit, streamPrefixes: factPrefixes });
    const last = found.length < limit ? undefined : found.at(-1);
    const next = last === undefined ? null : pageCursor(request, list, last.position);
    return { object: 'list', data: found.map(shownEvent), next };
  },
  follow: async ({ after }, following) => {
    return await followEvents(
      {
        list,
        after,
        streamPrefixes: factPrefixes,
        types,
        assertMay: async ({ administrator }) => administrator.reach('postings.read'),
        rowOf: (_, recorded) => shownEvent(recorded),
      },
      following,
    );
  },
});

/** Operations on the events of the whole ledger. */
export const postingOperations: readonly AdminOperation[] = [listPostings];

import { z } from 'zod';
import { marginEventSchemas, type MarginEvent } from '../../domain/prices/margin-events.ts';
import { decodeEvent } from '../../ledger/codec.ts';
import { resellerStream } from '../../ledger/stream-names.ts';
import { notFound } from '../administrator.ts';
import { pageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { pageOutput, timeOutput } from '../outputs.ts';
import { otherList } from '../owned-page.ts';
import { keyOfPageCursor, pageCursor } from '../page-cursor.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';

const marginOutput = marginEventSchemas.MarginRecorded.omit({ reseller_id: true, postings: true })
  .extend({ id: z.string().describe('Of its event.'), object: z.literal('margin'), recorded_at: timeOutput })
  .meta({ id: 'Margin', description: 'The margin of a reseller on one charge.' });

const listMargins = adminOperation({
  id: 'listMargins',
  method: 'get',
  path: '/resellers/{reseller_id}/margins',
  command: 'resellers margins',
  summary:
    'List the margins of a reseller, oldest first: what each charge of its tenants was, what the list above would have charged, and the rest, as far as the charge was not paid by granted credit, which is negative where it is a loss. They follow a charge within seconds.',
  action: 'prices.read',
  input: z.strictObject({ reseller_id: uuidInput, ...pageInput }),
  output: pageOutput(marginOutput),
  run: async ({ reseller_id, after, limit }, request) => {
    const { administrator, deps } = request;
    administrator.reach('prices.read');
    administrator.assertMay('prices.read', { resellerId: reseller_id }, 'reseller');
    if ((await recordedScope(deps.log, 'reseller', reseller_id)) === null) throw notFound('reseller');
    const list = { name: 'margins', prefix: reseller_id };
    const key = after === undefined ? '-1' : keyOfPageCursor(request, list, after);
    if (key === null) throw otherList();
    const events = await deps.log.readStream(resellerStream(reseller_id), { fromRevision: Number(key) + 1, limit });
    const last = events.at(-1);
    return {
      object: 'list',
      data: events.map((event) => {
        // The stream has no other events.
        const { reseller_id: _, postings: _postings, ...margin } = (decodeEvent(event) as MarginEvent).data;
        return { id: event.id, object: 'margin' as const, recorded_at: event.recordedAt, ...margin };
      }),
      next: last === undefined || events.length < limit ? null : pageCursor(request, list, String(last.revision)),
    };
  },
});

/** Operations on margins. */
export const marginOperations: readonly AdminOperation[] = [listMargins];

import { z } from 'zod';
import { decodeEvent } from '../../ledger/codec.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { amountOutput, countOutput, pageOutput, timeOutput, type Shown } from '../outputs.ts';

const postingOutput = z
  .strictObject({ debit_account: z.string(), credit_account: z.string(), amount_eur: amountOutput })
  .meta({ id: 'Posting', description: 'An amount that leaves one account and arrives at another.' });

const eventOutput = z
  .strictObject({
    object: z.literal('event'),
    position: z.string().describe('Of the event in the log.'),
    recorded_at: timeOutput,
    event_id: z.string(),
    type: z.string(),
    stream: z.string(),
    revision: countOutput.describe('Of the event in its stream.'),
    postings: z.array(postingOutput).describe('What it moved; empty: nothing.'),
  })
  .meta({ id: 'LedgerEvent', description: 'An event of the ledger, and the money that it moved.' });

/** Events with what they moved, and nothing else that they say. */
export const eventPageOutput = pageOutput(eventOutput);

/** Raises `UnknownEventType`. */
export function shownEvent(recorded: RecordedEvent): Shown<typeof eventOutput> {
  const { position, recordedAt: recorded_at, id: event_id, type, stream, revision } = recorded;
  const { data } = decodeEvent(recorded);
  const postings = 'postings' in data ? data.postings : [];
  return { object: 'event', position, recorded_at, event_id, type, stream, revision, postings };
}

import { z } from 'zod';
import { amountSchema } from '../money.ts';
import type { EventsOf } from '../events-of.ts';

const notice_id = z
  .uuid()
  .describe('Follows from what is noticed, so that it is recorded once, whoever sees it first.');
const target = {
  notice_id,
  target: z.string().max(100).describe('The configured target.'),
  upstream: z.string().max(100).describe('The configured upstream behind the target.'),
  at: z.iso.datetime().describe('When it was noticed, by the clock of the gateway.'),
};

const keyExpiryNoticed = z
  .strictObject({
    notice_id,
    key_id: z.uuid().describe('The key.'),
    expires_at: z.iso.datetime().describe('When it expires.'),
  })
  .describe('A key expires within seven days. Recorded once for each key and time of expiry.');

const flaggedHoldNoticed = z
  .strictObject({
    notice_id,
    reservation_id: z.uuid().describe('The reservation.'),
    wallet_id: z.uuid().describe('The wallet that holds the credit.'),
    key_id: z.uuid().describe('The API key that asked.'),
    amount_eur: amountSchema.describe('The hold.'),
    flagged_at: z.iso.datetime().describe('When it was first flagged.'),
  })
  .describe('The outcome of a request has been in doubt for a day. Recorded once for each reservation.');

const targetOutNoticed = z
  .strictObject(target)
  .describe('A gateway has taken a target out after failures. Not repeated until it was back.');

const targetBackNoticed = z.strictObject(target).describe('A gateway has been answered by a target that was out.');

/** Every event of a `notice-<id>` stream, by type. */
export const noticeEventSchemas = {
  KeyExpiryNoticed: keyExpiryNoticed,
  FlaggedHoldNoticed: flaggedHoldNoticed,
  TargetOutNoticed: targetOutNoticed,
  TargetBackNoticed: targetBackNoticed,
} as const;

/** An event of a notice's stream. */
export type NoticeEvent = EventsOf<typeof noticeEventSchemas>;

import { z } from 'zod';
import { count, milliseconds } from './setting.ts';

const atOnceMax = 1_000_000;
const perMinuteMax = 100_000_000;
const tokensPerMinuteMax = 1_000_000_000_000;
const keptBytesMax = 1_125_899_906_842_624;

const meanings = {
  requests_at_once_max: 'Most concurrent requests.',
  requests_per_minute_max: 'Most requests per minute.',
  tokens_per_minute_max:
    'Most tokens per minute, of input and output together: estimated when credit is held, and corrected by the charge.',
  uploads_at_once_max: 'Most concurrent uploads of files and audio.',
  uploads_per_minute_max: 'Most uploads of files and audio per minute.',
  kept_bytes_max:
    'Most bytes of stored responses, files and answers under idempotency keys together; 0 stores nothing.',
};

interface Defaults {
  readonly requestsAtOnce: number;
  readonly requestsPerMinute: number;
  readonly uploadsAtOnce: number;
  readonly uploadsPerMinute: number;
}

const limitsOfEach = (defaults: Defaults) =>
  z.strictObject({
    requests_at_once_max: count(defaults.requestsAtOnce, atOnceMax).describe(meanings.requests_at_once_max),
    requests_per_minute_max: count(defaults.requestsPerMinute, perMinuteMax).describe(meanings.requests_per_minute_max),
    tokens_per_minute_max: z
      .int()
      .min(1)
      .max(tokensPerMinuteMax)
      .optional()
      .describe(`${meanings.tokens_per_minute_max} Absent: no limit.`),
    uploads_at_once_max: count(defaults.uploadsAtOnce, atOnceMax).describe(meanings.uploads_at_once_max),
    uploads_per_minute_max: count(defaults.uploadsPerMinute, perMinuteMax).describe(meanings.uploads_per_minute_max),
  });

const override = (max: number, meaning: string) =>
  z.number().int().min(1).max(max).optional().describe(`${meaning} Absent: the general limit.`);

const limitsOfOne = z.strictObject({
  requests_at_once_max: override(atOnceMax, meanings.requests_at_once_max),
  requests_per_minute_max: override(perMinuteMax, meanings.requests_per_minute_max),
  tokens_per_minute_max: override(tokensPerMinuteMax, meanings.tokens_per_minute_max),
  uploads_at_once_max: override(atOnceMax, meanings.uploads_at_once_max),
  uploads_per_minute_max: override(perMinuteMax, meanings.uploads_per_minute_max),
});

const keptBytes = z.number().int().min(0).max(keptBytesMax);

const limitsOfOneTenant = limitsOfOne.extend({
  kept_bytes_max: keptBytes.optional().describe(`${meanings.kept_bytes_max} Absent: the general limit.`),
});

const idOf = (what: string) => z.uuid(`the id of a ${what}, as waybill commands print it`);

/** The section `limits`: what one tenant and one key may do. Each gateway process counts separately. */
export const limitsSection = z
  .strictObject({
    tenant: limitsOfEach({
      requestsAtOnce: 5_000,
      requestsPerMinute: 600_000,
      uploadsAtOnce: 1_000,
      uploadsPerMinute: 6_000,
    })
      .extend({ kept_bytes_max: keptBytes.default(107_374_182_400).describe(meanings.kept_bytes_max) })
      .prefault({}),
    key: limitsOfEach({
      requestsAtOnce: 2_500,
      requestsPerMinute: 300_000,
      uploadsAtOnce: 500,
      uploadsPerMinute: 3_000,
    }).prefault({}),
    tenants: z
      .record(idOf('tenant'), limitsOfOneTenant)
      .default({})
      .describe('Different limits for single tenants, by id.'),
    keys: z.record(idOf('key'), limitsOfOne).default({}).describe('Different limits for single keys, by id.'),
  })
  .prefault({});

/** The section `fairness`: how tenants share limited capacity. */
export const fairnessSection = z
  .strictObject({
    share_percent_max: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(90)
      .describe(
        "Share of the free capacity that one tenant may use, percent, and one key of its tenant's share. Applies to concurrent requests, uploads, bytes of bodies, connections to an upstream and `requests_at_once` of its credentials. Of four or more, a tenant leaves one at least to the others, unless this is 100; of connections and `requests_at_once` only where another tenant has a wallet.",
      ),
    wait_ms_max: milliseconds(2_000, 600_000).describe(
      'How long a request, an upload or a body waits for capacity before it is refused.',
    ),
    waiting_max: count(1_024, 1_000_000).describe('Most that may wait, for each of these resources.'),
  })
  .prefault({});

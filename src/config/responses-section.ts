import { z } from 'zod';
import { count, milliseconds } from './setting.ts';

const dayMs = 86_400_000;

/** The section `responses`: stored answers of the responses surface. */
export const responsesSection = z
  .strictObject({
    ttl_ms: milliseconds(30 * dayMs, 3_650 * dayMs).describe('How long a stored response is kept.'),
    sweep_interval_ms: milliseconds(60_000, dayMs).describe('How often expired responses are removed.'),
    compact_interval_ms: milliseconds(dayMs, 30 * dayMs).describe(
      'How often the embedded ledger frees disk space of removed contents, in short steps.',
    ),
    context_bytes_max: count(33_554_432, 536_870_912).describe(
      'Largest request together with all earlier turns that it continues, bytes.',
    ),
    store_wait_ms: milliseconds(10_000, 600_000).describe(
      'How long an answer waits to be stored; after that it is returned as not stored.',
    ),
  })
  .prefault({});

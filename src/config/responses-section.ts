import { z } from 'zod';
import { count, milliseconds } from './setting.ts';

const dayMs = 86_400_000;

/** The section `responses`: what is kept of answers of the responses surface. */
export const responsesSection = z
  .strictObject({
    ttl_ms: milliseconds(30 * dayMs, 3_650 * dayMs).describe('How long a stored response is kept.'),
    sweep_interval_ms: milliseconds(60_000, dayMs).describe('How often responses whose time is over are removed.'),
    compact_interval_ms: milliseconds(dayMs, 30 * dayMs).describe(
      'How often the embedded ledger takes what was removed off the disk, in short steps.',
    ),
    context_bytes_max: count(33_554_432, 536_870_912).describe(
      'Largest request with all earlier turns that it continues, bytes.',
    ),
    store_wait_ms: milliseconds(10_000, 600_000).describe(
      'Longest that an answer waits until it is stored; after that it is handed over as not stored.',
    ),
  })
  .prefault({});

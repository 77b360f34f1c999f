import { z } from 'zod';
import { count, milliseconds } from './setting.ts';

/** The section `idempotency`: requests that say which one they are. */
export const idempotencySection = z
  .strictObject({
    ttl_ms: milliseconds(86_400_000, 2_592_000_000).describe('How long a key and its answer are known.'),
    answer_bytes_max: count(4_194_304, 67_108_864).describe(
      'Largest answer that is kept, bytes; the same in memory for each running request with a key.',
    ),
    wait_ms: milliseconds(20_000, 600_000).describe(
      'How long a request waits for the one that runs under its key; then 409.',
    ),
  })
  .prefault({});

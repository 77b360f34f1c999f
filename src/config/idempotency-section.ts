import { z } from 'zod';
import { count, milliseconds } from './setting.ts';

/** The section `idempotency`: requests with an idempotency key. */
export const idempotencySection = z
  .strictObject({
    ttl_ms: milliseconds(86_400_000, 2_592_000_000).describe(
      'How long an idempotency key and its answer are remembered. Must exceed server.request_total_ms_max by a tenth.',
    ),
    answer_bytes_max: count(4_194_304, 67_108_864).describe(
      'Largest answer that is recorded, bytes. A stream that is recorded counts in server.answers_bytes_max.',
    ),
    wait_ms: milliseconds(20_000, 600_000).describe(
      'How long a request waits for a running request with the same key; then 409.',
    ),
  })
  .prefault({});

import test from 'ava';
import { isUnspentStatus } from '../../../src/domain/attempts/unspent-status.ts';

test('refusals and requests never begun cost nothing; answers, redirections and failures after the work may', (t) => {
  const statuses = [100, 200, 204, 301, 399, 400, 402, 408, 425, 429, 499, 500, 501, 502, 503, 504, 520, 529, 530, 600];
  t.deepEqual(statuses.filter(isUnspentStatus), [400, 402, 425, 429, 503, 529]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** An empty folder that goes when the test ends. */
export function scratchFolder(t: Pick<ExecutionContext, 'teardown'>): string {
  const path = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

import test from 'ava';
import type { FileJob, OpenUpload } from '../../src/ports/file-index.ts';
import type { Upstream } from '../../src/ports/upstream.ts';
import { endLostUploads, type EndLostUploadsDeps } from '../../src/reactors/end-lost-uploads.ts';

// What is taken for a lost upload, and what is left alone: a removal at an upstream cannot be taken back.

const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
const graceMs = 3_600_000;
const lostAtMs = nowMs - 2 * graceMs;

const upload = (fileId: string, more: Partial<OpenUpload> = {}): OpenUpload => ({
  kind: 'upload',
  file_id: fileId,
  dialect: 'openai',
  account: 'main',
  bytes: 5,
  name_hash: 'hash of a.txt',
  began_at: new Date(lostAtMs).toISOString(),
  ...more,
});

interface Lying {
  readonly id: string;
  readonly filename?: string;
  readonly bytes?: number;
  readonly created_at?: number | null;
}

const lying = (file: Lying) => ({
  object: 'file',
  filename: 'a.txt',
  bytes: 5,
  created_at: lostAtMs / 1_000 + 1,
  ...file,
});

interface Scene {
  /** In the order of their ids. */
  readonly open: readonly FileJob[];
  readonly there: readonly Lying[];
  readonly known?: readonly string[];
  readonly list?: { readonly status: number; readonly body?: string };
  readonly removal?: number;
  readonly pageFiles?: number;
}

/** Sweeps once; answers what was removed at the upstream, and how each upload ended. */
async function sweep({ open, there, known = [], list, removal = 200, pageFiles = 1_000 }: Scene) {
  const removed: string[] = [];
  const ends: string[] = [];
  const warnings: string[] = [];
  const upstream: Upstream = {
    send: async ({ method, path }) => {
      const answer = (status: number, body: string) => ({ status, headers: {}, body: pieces(body) });
      if (method === 'DELETE') {
        removed.push(path.slice('/files/'.length));
        return answer(removal, '{}');
      }
      if (list !== undefined) return answer(list.status, list.body ?? '');
      const after = new URL(path, 'http://upstream').searchParams.get('after');
      const rest = there.slice(after === null ? 0 : there.findIndex(({ id }) => id === after) + 1);
      const data = rest.slice(0, pageFiles).map(lying);
      return answer(200, JSON.stringify({ object: 'list', data, has_more: rest.length > data.length }));
    },
  };
  const deps: EndLostUploadsDeps = {
    index: {
      jobs: async ({ afterId, limit }) =>
        open.filter(({ file_id }) => afterId === null || file_id > afterId).slice(0, limit),
      isKnown: async (_account, id) => known.includes(id),
    },
    files: {
      nameHash: (name) => `hash of ${name}`,
      fail: async (fileId, reason) => {
        ends.push(`${fileId} ${reason}`);
        return true;
      },
    },
    upstream,
    accounts: { openai: { upstream: 'sandbox', account: 'main' }, anthropic: null },
    clock: { now: () => nowMs, isSettled: true },
    telemetry: {
      warn: (what) => void warnings.push(what),
      info: ignored,
      inferenceEnded: ignored,
      requestEnded: ignored,
    },
    graceMs,
  };
  await endLostUploads(deps, new AbortController().signal);
  return { removed, ends, warnings };
}

async function* pieces(body: string): AsyncGenerator<Buffer> {
  yield Buffer.from(body);
}

const ignored = (): void => undefined;

const alone = { removed: [], ends: [], warnings: [] };

test('an unowned file with the name, size and time of a lost upload is removed', async (t) => {
  const seen = await sweep({ open: [upload('one')], there: [{ id: 'mine' }, { id: 'other', filename: 'b.txt' }] });
  t.deepEqual(seen, { removed: ['mine'], ends: ['one removed'], warnings: [] });
});

test('a lost upload ends when no file of it is found', async (t) => {
  t.deepEqual((await sweep({ open: [upload('one')], there: [] })).ends, ['one not_found']);
});

test('a list behind a byte order mark is read', async (t) => {
  const body = `\u{feff}${JSON.stringify({ object: 'list', data: [lying({ id: 'mine' })], has_more: false })}`;
  t.deepEqual((await sweep({ open: [upload('one')], there: [], list: { status: 200, body } })).removed, ['mine']);
});

test('the file of a lost upload is looked for on all pages', async (t) => {
  const there = [...Array.from({ length: 5 }, (_, index) => ({ id: `x${index}`, bytes: 9 })), { id: 'mine' }];
  t.deepEqual((await sweep({ open: [upload('one')], there, pageFiles: 2 })).removed, ['mine']);
});

for (const [why, file] of [
  ['of another size', { bytes: 6 }],
  ['of another name', { filename: 'A.txt' }],
  ['from long before', { created_at: lostAtMs / 1_000 - 600 }],
  ['from long after', { created_at: nowMs / 1_000 }],
  ['that does not tell its time', { created_at: null }],
] as const) {
  test(`a file ${why} is left alone`, async (t) => {
    const seen = await sweep({ open: [upload('one')], there: [{ id: 'theirs', ...file }] });
    t.deepEqual(seen, { removed: [], ends: ['one not_found'], warnings: [] });
  });
}

test('a file with an owner is not removed', async (t) => {
  const seen = await sweep({ open: [upload('one')], there: [{ id: 'theirs' }], known: ['theirs'] });
  t.deepEqual(seen, { removed: [], ends: ['one not_found'], warnings: [] });
});

test('nothing is removed while another upload of the same name and size runs', async (t) => {
  const running = upload('two', { began_at: new Date(nowMs - 1_000).toISOString() });
  t.deepEqual(await sweep({ open: [upload('one'), running], there: [{ id: 'whose' }] }), alone);
});

/** Removals that nothing ends, as of an account that is no longer configured. Their ids come first. */
const stuckRemovals: readonly FileJob[] = Array.from({ length: 10_000 }, (_, index) => ({
  kind: 'removal',
  file_id: `a${String(index).padStart(5, '0')}`,
}));

test('a lost upload is found behind ten thousand removals that nothing ends', async (t) => {
  const seen = await sweep({ open: [...stuckRemovals, upload('one')], there: [{ id: 'mine' }] });
  t.deepEqual(seen, { removed: ['mine'], ends: ['one removed'], warnings: [] });
});

test('nothing is removed while another upload runs behind ten thousand removals that nothing ends', async (t) => {
  const running = upload('two', { began_at: new Date(nowMs - 1_000).toISOString() });
  const open = [upload('A'), ...stuckRemovals, running];
  t.deepEqual(await sweep({ open, there: [{ id: 'whose' }] }), alone);
});

test('the file of an upload that may still run is not looked for', async (t) => {
  const running = upload('one', { began_at: new Date(nowMs - graceMs + 1).toISOString() });
  t.deepEqual(await sweep({ open: [running], there: [{ id: 'its' }] }), alone);
});

test('no file is removed when more files than lost uploads are found', async (t) => {
  const seen = await sweep({ open: [upload('one')], there: [{ id: 'a' }, { id: 'b' }] });
  t.deepEqual(seen, { ...alone, warnings: ['lost_upload_unclear'] });
});

test('the files of two identical lost uploads are both found', async (t) => {
  const seen = await sweep({ open: [upload('one'), upload('two')], there: [{ id: 'a' }, { id: 'b' }] });
  t.deepEqual(seen.removed, ['a', 'b']);
  t.deepEqual(seen.ends, ['one removed', 'two removed']);
});

for (const list of [{ status: 404 }, { status: 500 }, { status: 200, body: 'no JSON' }, { status: 200, body: '{}' }]) {
  test(`an account that cannot be listed (${JSON.stringify(list)}) ends nothing`, async (t) => {
    const seen = await sweep({ open: [upload('one')], there: [], list });
    t.deepEqual(seen, { ...alone, warnings: ['files_not_listed'] });
  });
}

test('an upload to an account that is no longer configured is left alone', async (t) => {
  t.deepEqual(await sweep({ open: [upload('one', { account: 'old' })], there: [{ id: 'a' }] }), alone);
});

test('a lost upload stays open when the upstream does not remove its file', async (t) => {
  const seen = await sweep({ open: [upload('one')], there: [{ id: 'mine' }], removal: 500 });
  t.deepEqual(seen, { removed: ['mine'], ends: [], warnings: ['file_not_removed'] });
});

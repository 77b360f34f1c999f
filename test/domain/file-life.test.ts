import test from 'ava';
import type { FileEvent } from '../../src/domain/file-events.ts';
import { fileLife, fileRefusals, type FileCommand, type FileRefusal } from '../../src/domain/file-life.ts';
import { specificationOf } from '../_support/given-when-then.ts';
import { testLadders } from '../_support/refusal-ladders.ts';
import { id } from '../_support/wallet-vocabulary.ts';

const { given } = specificationOf(fileLife);

const subject = {
  file_id: `file-${'a'.repeat(44)}`,
  dialect: 'openai',
  user_id: id('a', 1),
  tenant_id: id('b', 1),
} as const;
const account = { key_id: id('c', 1), upstream: 'openai', account: 'main', bytes: 5 };
const expires_at = '2026-11-22T00:00:00.000Z';
const upload = { ...subject, ...account, name_hash: '0123456789abcdef', began_at: '2026-11-21T00:00:00.000Z' };
const facts = {
  ...subject,
  ...account,
  upstream_file_id: 'file-1',
  purpose: null,
  created_at: '2026-11-21T00:00:01.000Z',
  expires_at,
  counted_bytes: 7,
  content_digest: 'd'.repeat(43),
};

const began: FileEvent = { type: 'FileUploadBegan', data: upload };
const failed: FileEvent = { type: 'FileUploadFailed', data: { ...subject, reason: 'refused' } };
const uploaded: FileEvent = { type: 'FileUploaded', data: facts };
const askedAway: FileEvent = { type: 'FileRemovalBegan', data: { ...subject, began_at: '2026-11-21T00:10:00.000Z' } };
const refused: FileEvent = { type: 'FileRemovalRefused', data: subject };
const deferred: FileEvent = { type: 'FileRemovalDeferred', data: { ...subject, expires_at } };
const deleted: FileEvent = { type: 'FileDeleted', data: { ...subject, expires_at, counted_bytes: 7 } };
const expired: FileEvent = { type: 'FileExpired', data: { ...subject, expires_at, counted_bytes: 7 } };

const commands: readonly FileCommand[] = [
  { type: 'begin_upload', upload },
  { type: 'fail_upload', reason: 'refused' },
  { type: 'record_file', file: facts },
  { type: 'defer_removal' },
  { type: 'delete_file' },
  { type: 'expire_file' },
  { type: 'begin_removal', beganAt: '2026-11-21T00:10:00.000Z' },
  { type: 'refuse_removal' },
];

type Outcome = FileEvent | FileRefusal;
const [there, notThere, notRunning] = ['file_already_there', 'file_not_there', 'upload_not_running'] as const;
const overAnd = [there, notRunning, notRunning] as const;

/** What each command, in the order above, comes to. */
const table: readonly (readonly [what: string, events: readonly FileEvent[], outcomes: readonly Outcome[]])[] = [
  ['nothing', [], [began, notRunning, notRunning, notThere, notThere, notThere]],
  ['an upload that runs', [began], [there, failed, uploaded, notThere, notThere, notThere]],
  ['an upload that failed', [began, failed], [...overAnd, notThere, notThere, notThere]],
  ['a file', [began, uploaded], [...overAnd, deferred, deleted, expired, askedAway]],
  ['a file of a time without beginnings', [uploaded], [...overAnd, deferred, deleted, expired, askedAway]],
  [
    'a file that is being removed',
    [began, uploaded, askedAway],
    [...overAnd, deferred, deleted, expired, notThere, refused],
  ],
  [
    'a file whose removal was refused',
    [began, uploaded, askedAway, refused],
    [...overAnd, deferred, deleted, expired, askedAway],
  ],
  ['a file that its owner has left', [began, uploaded, deferred], [...overAnd, notThere, deleted, notThere]],
  ['a deleted file', [began, uploaded, deleted], [...overAnd, notThere, notThere, notThere]],
  [
    'a file that was left and then deleted',
    [began, uploaded, deferred, deleted],
    [...overAnd, notThere, notThere, notThere],
  ],
  ['an expired file', [began, uploaded, expired], [...overAnd, notThere, notThere, notThere]],
];

for (const [what, events, outcomes] of table) {
  for (const [index, command] of commands.entries()) {
    const outcome = outcomes[index] ?? notThere;
    const outcomeName = typeof outcome === 'string' ? outcome : outcome.type;
    test(`given ${what}, ${command.type} gives ${outcomeName}`, (t) => {
      given(events)
        .when(command)
        .thenExpect(t, typeof outcome === 'string' ? outcome : [outcome]);
    });
  }
}

testLadders('a file', fileLife, {
  refusals: fileRefusals,
  ladders: {
    begin_upload: [{ refusal: there, given: [began, uploaded, deleted], when: { type: 'begin_upload', upload } }],
    fail_upload: [{ refusal: notRunning, given: [began, uploaded], when: { type: 'fail_upload', reason: 'refused' } }],
    record_file: [{ refusal: notRunning, given: [began, failed], when: { type: 'record_file', file: facts } }],
    begin_removal: [
      {
        refusal: notThere,
        given: [began, uploaded, askedAway],
        when: { type: 'begin_removal', beganAt: '2026-11-21T00:10:00.000Z' },
      },
    ],
    refuse_removal: [{ refusal: notThere, given: [began, uploaded], when: { type: 'refuse_removal' } }],
    defer_removal: [{ refusal: notThere, given: [began, uploaded, deferred], when: { type: 'defer_removal' } }],
    delete_file: [{ refusal: notThere, given: [began, uploaded, expired], when: { type: 'delete_file' } }],
    expire_file: [{ refusal: notThere, given: [began, uploaded, deferred], when: { type: 'expire_file' } }],
  },
});

test('who takes a file away from its owner is recorded, with the reason', (t) => {
  const by = { actor: 'api:key=k user=u role=tenant_admin', reason: 'asked for erasure' };
  given([began, uploaded])
    .when({ type: 'defer_removal', by })
    .thenExpect(t, [{ type: 'FileRemovalDeferred', data: { ...subject, expires_at, ...by } }]);
});

test('a file without an expiry is not expired', (t) => {
  given([began, { type: 'FileUploaded', data: { ...facts, expires_at: null } }])
    .when({ type: 'expire_file' })
    .thenExpect(t, notThere);
});

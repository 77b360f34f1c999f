import type { Removal } from './actor.ts';
import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { FileEvent } from './file-events.ts';
import type { FileDialect } from './file-id.ts';

/** The owner of a file, and its protocol. To everyone else the file does not exist. */
export interface FileOwner {
  readonly userId: string;
  readonly tenantId: string;
  readonly dialect: FileDialect;
}

/** A file with what its owner sees of it: the upstream's own record under our id, JSON text. */
export interface StoredFile {
  readonly facts: FileFacts;
  readonly record: Buffer;
}

type DataOf<Type extends FileEvent['type']> = Extract<FileEvent, { readonly type: Type }>['data'];

/** What is recorded of a file that is stored. */
export type RecordedFile = DataOf<'FileUploaded'>;

/** The same without the digest of the upstream's record, which is sealed when the file is stored. */
export type FileFacts = Omit<RecordedFile, 'content_digest'>;

/** What is recorded of an upload before it is sent. */
export type FileUpload = DataOf<'FileUploadBegan'>;

/** Why no file came of an upload. */
export type UploadFailure = DataOf<'FileUploadFailed'>['reason'];

/**
 * The state of a file: `null` before any event. `orphaned`: it has no owner any more, and is still stored at the
 * upstream. `removing`: the upstream is asked, or is about to be asked, and its answer is not recorded.
 */
export type FileState =
  | { readonly stage: 'uploading'; readonly upload: FileUpload }
  | { readonly stage: 'stored' | 'orphaned' | 'removed'; readonly facts: RecordedFile }
  | { readonly stage: 'removing'; readonly facts: RecordedFile; readonly beganAt: string }
  | { readonly stage: 'failed' };

/** Commands for a file. */
export type FileCommand =
  | { readonly type: 'begin_upload'; readonly upload: FileUpload }
  | { readonly type: 'fail_upload'; readonly reason: UploadFailure }
  | { readonly type: 'record_file'; readonly file: RecordedFile }
  | { readonly type: 'begin_removal'; readonly beganAt: string }
  | { readonly type: 'refuse_removal' }
  /** `by`: absent if its owner removes it. */
  | { readonly type: 'defer_removal'; readonly by?: Removal }
  | { readonly type: 'delete_file' }
  | { readonly type: 'expire_file' };

/** The rules that can be broken, in the order in which they are checked. */
export const fileRefusals = [
  'file_already_there',
  'upload_not_running',
  /** The file cannot be removed in this way: it does not exist, is being removed already, or never expires. */
  'file_not_there',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type FileRefusal = (typeof fileRefusals)[number];

/**
 * A file is uploaded once and removed once, by its owner, an administrator or time, whichever comes first. A removal
 * begins in the ledger before the upstream is asked.
 */
export const fileLife: Decider<FileState | null, FileCommand, FileEvent, FileRefusal> = {
  initialState: null,
  evolve: evolveFile,
  decide,
};

function decide(command: FileCommand, state: FileState | null): Decision<FileEvent, FileRefusal> {
  switch (command.type) {
    case 'begin_upload':
      if (state !== null) return refuse('file_already_there');
      return accept({ type: 'FileUploadBegan', data: command.upload });
    case 'fail_upload':
      if (state?.stage !== 'uploading') return refuse('upload_not_running');
      return accept({ type: 'FileUploadFailed', data: { ...subjectOf(state.upload), reason: command.reason } });
    case 'record_file':
      if (state?.stage !== 'uploading') return refuse('upload_not_running');
      return accept({ type: 'FileUploaded', data: command.file });
    case 'begin_removal':
      if (state?.stage !== 'stored') return refuse('file_not_there');
      return accept({ type: 'FileRemovalBegan', data: { ...subjectOf(state.facts), began_at: command.beganAt } });
    case 'refuse_removal':
      if (state?.stage !== 'removing') return refuse('file_not_there');
      return accept({ type: 'FileRemovalRefused', data: subjectOf(state.facts) });
    case 'defer_removal':
    case 'delete_file':
    case 'expire_file':
      return decideRemoval(command, state);
  }
}

type RemovalCommand = Extract<FileCommand, { readonly type: 'defer_removal' | 'delete_file' | 'expire_file' }>;

function decideRemoval(command: RemovalCommand, state: FileState | null): Decision<FileEvent, FileRefusal> {
  if (state === null || !('facts' in state) || state.stage === 'removed') return refuse('file_not_there');
  // A file taken away from its owner does not expire as well.
  if (state.stage === 'orphaned' && command.type !== 'delete_file') return refuse('file_not_there');
  const subject = subjectOf(state.facts);
  const { expires_at, counted_bytes } = state.facts;
  switch (command.type) {
    case 'defer_removal':
      return accept({ type: 'FileRemovalDeferred', data: { ...subject, expires_at, ...command.by } });
    case 'delete_file':
      return accept({ type: 'FileDeleted', data: { ...subject, expires_at, counted_bytes } });
    case 'expire_file':
      if (expires_at === null) return refuse('file_not_there');
      return accept({ type: 'FileExpired', data: { ...subject, expires_at, counted_bytes } });
  }
}

function subjectOf({ file_id, dialect, user_id, tenant_id }: FileFacts | FileUpload) {
  return { file_id, dialect, user_id, tenant_id };
}

function evolveFile(state: FileState | null, event: FileEvent): FileState | null {
  switch (event.type) {
    case 'FileUploadBegan':
      return { stage: 'uploading', upload: event.data };
    case 'FileUploadFailed':
      return { stage: 'failed' };
    case 'FileUploaded':
      return { stage: 'stored', facts: event.data };
    case 'FileRemovalBegan':
      return state !== null && 'facts' in state
        ? { stage: 'removing', facts: state.facts, beganAt: event.data.began_at }
        : state;
    case 'FileRemovalRefused':
      return moved(state, 'stored');
    case 'FileRemovalDeferred':
      return moved(state, 'orphaned');
    case 'FileDeleted':
    case 'FileExpired':
      return moved(state, 'removed');
  }
}

function moved(state: FileState | null, stage: 'stored' | 'orphaned' | 'removed'): FileState | null {
  return state !== null && 'facts' in state ? { stage, facts: state.facts } : state;
}

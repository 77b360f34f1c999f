import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { FileEvent } from './file-events.ts';
import type { FileDialect } from './file-id.ts';

/** Who a file belongs to, and in which protocol it is asked for. To anybody else it is not there. */
export interface FileOwner {
  readonly userId: string;
  readonly tenantId: string;
  readonly dialect: FileDialect;
}

/** A file with what its owner is shown of it: the upstream's own record under our id, JSON text. */
export interface KeptFile {
  readonly facts: FileFacts;
  readonly record: Buffer;
}

/** What is recorded of a file. */
export type FileFacts = Extract<FileEvent, { readonly type: 'FileUploaded' }>['data'];

/** A file by its facts: `null` before it was there. */
export interface KnownFile extends FileFacts {
  readonly isRemoved: boolean;
}

export type FileCommand = { readonly type: 'record_file'; readonly file: FileFacts } | { readonly type: 'delete_file' };

export type FileRefusal = 'file_already_there' | 'file_not_there';

/** Uploaded once, and removed once. */
export const fileLife: Decider<KnownFile | null, FileCommand, FileEvent, FileRefusal> = {
  initialState: null,
  evolve: (state, event) => {
    if (event.type === 'FileUploaded') return { ...event.data, isRemoved: false };
    return state === null ? null : { ...state, isRemoved: true };
  },
  decide,
};

function decide(command: FileCommand, state: KnownFile | null): Decision<FileEvent, FileRefusal> {
  if (command.type === 'record_file') {
    return state === null ? accept({ type: 'FileUploaded', data: command.file }) : refuse('file_already_there');
  }
  if (state === null || state.isRemoved) return refuse('file_not_there');
  const { file_id, dialect, user_id, tenant_id } = state;
  return accept({ type: 'FileDeleted', data: { file_id, dialect, user_id, tenant_id } });
}

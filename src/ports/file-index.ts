import type { FileDialect } from '../domain/file-id.ts';

/**
 * The stored files, without their names. All methods see what was recorded before the call, and raise what the log and
 * the read models raise.
 */
export interface FileIndex {
  /** The files of a user in a dialect, the newest first: 10,000 at most. */
  filesOf(userId: string, dialect: FileDialect): Promise<readonly IndexedFile[]>;
  /** Files that have expired by `now`, the oldest first, after `afterKey`; each with its key, for the next call. */
  expired(
    now: Date,
    options: { readonly afterKey: string | null; readonly limit: number },
  ): Promise<readonly { readonly key: string; readonly fileId: string }[]>;
  /** Unfinished work at upstreams, in the order of the files' ids, after `afterId`; at most `limit`, up to 10,000. */
  jobs(page: { readonly afterId: string | null; readonly limit: number }): Promise<readonly FileJob[]>;
  /** Whether a file is recorded for this id of the upstream. */
  isKnown(account: string, upstreamFileId: string): Promise<boolean>;
}

/** A stored file, as the index describes it. */
export interface IndexedFile {
  readonly file_id: string;
  readonly dialect: FileDialect;
  readonly tenant_id: string;
  readonly purpose: string | null;
  /** Its size. */
  readonly bytes: number;
  /** When the upstream had stored it: ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; `null`: never. */
  readonly expires_at: string | null;
  readonly account: string;
  readonly upstream_file_id: string;
}

/** When a file expires: ISO 8601. */
export interface FileExpiry {
  readonly file_id: string;
  readonly expires_at: string;
}

/** An upload or a removal without a recorded end, or a removal during which the upstream was unavailable. */
export type FileJob =
  | { readonly kind: 'removal' | 'asked_removal'; readonly file_id: string }
  | {
      readonly kind: 'upload';
      readonly file_id: string;
      readonly dialect: FileDialect;
      readonly account: string;
      readonly bytes: number;
      readonly name_hash: string;
      /** ISO 8601. */
      readonly began_at: string;
    };

/** An upload without a recorded end. */
export type OpenUpload = Extract<FileJob, { readonly kind: 'upload' }>;

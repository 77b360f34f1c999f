import type { FileDialect } from '../domain/file-id.ts';

/**
 * Which files there are, without their names. All see what was recorded before the call, and raise what the log and the
 * read models raise.
 */
export interface FileIndex {
  /** The files of a person in a dialect, the newest first: 10,000 at most. */
  filesOf(userId: string, dialect: FileDialect): Promise<readonly IndexedFile[]>;
  /** Files whose time is over at `now`, the oldest first, beginning after `afterKey`; each with the key to go on from. */
  expired(
    now: Date,
    options: { readonly afterKey: string | null; readonly limit: number },
  ): Promise<readonly { readonly key: string; readonly fileId: string }[]>;
  /** What is still to be done at upstreams: 10,000 at most. */
  jobs(): Promise<readonly FileJob[]>;
  /** Whether the file that an account knows under this id is somebody's. */
  isKnown(account: string, upstreamFileId: string): Promise<boolean>;
}

/** A file that is there, as its index tells it. */
export interface IndexedFile {
  readonly file_id: string;
  readonly dialect: FileDialect;
  readonly tenant_id: string;
  readonly purpose: string | null;
  /** Its size. */
  readonly bytes: number;
  /** When the upstream had it: ISO 8601. */
  readonly created_at: string;
  /** ISO 8601; `null`: never. */
  readonly expires_at: string | null;
  readonly account: string;
  readonly upstream_file_id: string;
}

/** When the time of a file is over: ISO 8601. */
export interface FileExpiry {
  readonly file_id: string;
  readonly expires_at: string;
}

/** An upload or a removal of which no end is recorded, or a removal that the upstream was away for. */
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

/** An upload of which no end is recorded. */
export type OpenUpload = Extract<FileJob, { readonly kind: 'upload' }>;

import type { FileDialect } from '../domain/file-id.ts';

/** Which files a person has, without their names. */
export interface FileIndex {
  /**
   * The files of a person in a dialect, the newest first: 10,000 at most. Sees what was recorded before the call. Raises
   * what the log and the read models raise.
   */
  filesOf(userId: string, dialect: FileDialect): Promise<readonly IndexedFile[]>;
}

export interface IndexedFile {
  readonly file_id: string;
  readonly tenant_id: string;
  readonly purpose: string | null;
  /** ISO 8601; `null`: never. */
  readonly expires_at: string | null;
}

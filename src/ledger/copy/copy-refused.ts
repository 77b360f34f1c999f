/** Why a copy is not made, or not gone on with: for programs. */
export type CopyRefusal =
  | 'stream_truncated'
  | 'stream_incomplete'
  | 'target_foreign'
  | 'target_differs'
  | 'target_ahead'
  | 'target_hidden'
  | 'target_written'
  | 'source_written';

/** A ledger cannot be copied as it stands. The message names the stream and says what to do; nothing was overwritten. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
  readonly code: CopyRefusal;

  constructor(code: CopyRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

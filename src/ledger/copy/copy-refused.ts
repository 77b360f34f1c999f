/** Why a copy is not made, or not continued, as a code for programs. */
export type CopyRefusal =
  | 'stream_truncated'
  | 'stream_incomplete'
  | 'target_foreign'
  | 'target_differs'
  | 'target_ahead'
  | 'target_hidden'
  | 'target_written'
  | 'source_written';

/**
 * A ledger cannot be copied in its current state. The message names the stream and the remedy; nothing was overwritten.
 */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
  readonly code: CopyRefusal;

  constructor(code: CopyRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

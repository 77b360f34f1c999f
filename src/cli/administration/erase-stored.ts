import { assertWanted, type AskingOptions } from '../assert-wanted.ts';
import { counted } from '../output.ts';
import { Progress } from '../progress.ts';

/** The answer of the operation: what it deleted, or would delete. */
interface Erased {
  readonly responses: number;
  readonly files: number;
  readonly bytes: number;
  readonly has_more: boolean;
}

/**
 * Deletes what is stored for a user: says what there is, asks, and calls the operation until nothing is left. `erase` calls
 * it with some members changed. Returns its last answer with the sums of all. Raises `CliError` if it is not wanted.
 */
export async function eraseStored(
  asked: object,
  erase: (input: object) => Promise<object>,
  options: AskingOptions,
): Promise<object> {
  // `as`: the answer of the operation.
  const part = (of: object) => erase(of) as Promise<Erased>;
  const found = await part({ dry_run: true });
  if ('dry_run' in asked && asked.dry_run === true) return found;
  const what = `${counted(found.responses, 'response')} and ${counted(found.files, 'file')}`;
  if (found.responses + found.files > 0) {
    await assertWanted(`${what} of ${found.bytes} bytes are deleted for ever`, options);
  }
  const progress = new Progress('deleted');
  const sum = { responses: 0, files: 0, bytes: 0 };
  try {
    for (;;) {
      const last = await part({ dry_run: false });
      sum.responses += last.responses;
      sum.files += last.files;
      sum.bytes += last.bytes;
      progress.show(sum.responses + sum.files);
      if (!last.has_more) return { ...last, ...sum };
    }
  } finally {
    progress.end();
  }
}

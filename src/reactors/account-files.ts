import type { FileDialect } from '../domain/file-id.ts';
import type { FileFacts } from '../domain/file-life.ts';
import { isAway, readUpstreamFilePage, type UpstreamFile } from '../protocols/files/upstream-file.ts';
import { boundedAnswer } from '../ports/bounded-body.ts';
import { UpstreamFailure, type Upstream, type UpstreamAnswer } from '../ports/upstream.ts';
import { withoutByteOrderMark } from '../wire/byte-order-mark.ts';

/** An account at an upstream that the gateway itself queries about files. */
export interface FileAccount {
  readonly upstream: string;
  /** Id of the account. */
  readonly account: string;
}

/**
 * The result of a removal.
 * - `removed`: the file is gone, or never existed.
 * - `away`: the account is unavailable; retry later.
 * - `refused`: the upstream refuses to remove it.
 */
export type FileRemoval = 'removed' | 'away' | 'refused';

const askMsMax = 30_000;
const answerBytesMax = 16_777_216;
const pageFiles = 1_000;
const pagesMax = 100;

/** Headers that the protocol requires for requests about files. */
const headers: Readonly<Record<FileDialect, Readonly<Record<string, string>>>> = {
  openai: {},
  anthropic: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' },
};

/** Asks the upstream to remove a file. */
export async function removeAccountFile(
  upstream: Upstream,
  file: Pick<FileFacts, 'dialect' | 'upstream' | 'upstream_file_id'>,
  signal: AbortSignal,
): Promise<FileRemoval> {
  try {
    const answer = await ask(upstream, { ...file, method: 'DELETE', path: `/files/${file.upstream_file_id}` }, signal);
    await wholeBody(answer);
    if (answer.status < 300 || answer.status === 404) return 'removed';
    return isAway(answer.status) ? 'away' : 'refused';
  } catch (error) {
    if (error instanceof UpstreamFailure) return 'away';
    throw error;
  }
}

/** Whether the upstream still has a file; `away`: it is unavailable. */
export async function isFileThere(
  upstream: Upstream,
  file: Pick<FileFacts, 'dialect' | 'upstream' | 'upstream_file_id'>,
  signal: AbortSignal,
): Promise<boolean | 'away'> {
  try {
    const answer = await ask(upstream, { ...file, method: 'GET', path: `/files/${file.upstream_file_id}` }, signal);
    await wholeBody(answer);
    if (answer.status === 404) return false;
    return answer.status === 200 ? true : 'away';
  } catch (error) {
    if (error instanceof UpstreamFailure) return 'away';
    throw error;
  }
}

/**
 * All files of an account; `null` if it cannot be listed now, or at all, or has more than a hundred pages. A page
 * without a new file ends the list, because some upstreams return the first page for every request.
 */
export async function listAccount(
  upstream: Upstream,
  { account, dialect }: { readonly account: FileAccount; readonly dialect: FileDialect },
  signal: AbortSignal,
): Promise<readonly UpstreamFile[] | null> {
  const found = new Map<string, UpstreamFile>();
  let from = '';
  try {
    for (let pages = 0; pages < pagesMax; pages++) {
      const path = `/files?limit=${pageFiles}${from}`;
      const answer = await ask(upstream, { upstream: account.upstream, dialect, method: 'GET', path }, signal);
      const page = readUpstreamFilePage(await wholeBody(answer), dialect);
      if (answer.status !== 200 || page === null) return null;
      const known = found.size;
      for (const file of page.files) found.set(file.id, file);
      if (page.next === null || found.size === known) return [...found.values()];
      from = `&${page.next.parameter}=${encodeURIComponent(page.next.value)}`;
    }
    return null;
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}

interface Question {
  readonly upstream: string;
  readonly dialect: FileDialect;
  readonly method: 'GET' | 'DELETE';
  readonly path: string;
}

function ask(upstream: Upstream, question: Question, signal: AbortSignal): Promise<UpstreamAnswer> {
  const { dialect, ...rest } = question;
  return upstream.send({
    ...rest,
    headers: headers[dialect],
    body: null,
    reservationId: null,
    signal: AbortSignal.any([signal, AbortSignal.timeout(askMsMax)]),
  });
}

async function wholeBody({ body }: UpstreamAnswer): Promise<Buffer> {
  return withoutByteOrderMark(await boundedAnswer(body, answerBytesMax));
}

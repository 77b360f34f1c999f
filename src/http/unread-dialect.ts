import type { ErrorDialect } from '../protocols/answers/error-dialect.ts';
import { plainTarget } from './well-formed.ts';
import { dialectAt, type MountedDialect } from './error-dialect.ts';

/** How much of a head is examined: the whole head unless it exceeds the size limit. */
const headBytesMax = 16_384;

const requestLine = /^[A-Z]{1,20} (\/[^ ?\r\n]{0,1023})[ ?]/;

/**
 * The dialect of a request that Node could not parse, from the bytes with the error. They are the last chunk that
 * arrived, which may be the middle of a head. `null`: they do not begin with a request line.
 */
export function unreadDialect(packet: Buffer, mounted: readonly MountedDialect[]): ErrorDialect | null {
  const text = packet.toString('latin1', 0, headBytesMax);
  const path = requestLine.exec(text)?.[1];
  if (path === undefined) return null;
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return dialectAt(mounted, plainTarget(path), /\r\nanthropic-version:/i.test(head));
}

import type { ErrorDialect } from '../protocols/answers/error-dialect.ts';
import { dialectAt, type MountedDialect } from './error-dialect.ts';

/** The whole head of a request that is not refused for its size; of a larger one so much is looked at. */
const headBytesMax = 16_384;

const requestLine = /^[A-Z]{1,20} (\/[^ ?\r\n]{0,1023})[ ?]/;

/**
 * The dialect of a request that Node could not read, by the bytes in which it found the fault. They are the newest that came: of
 * a head that came in pieces they may be the middle, and then nothing can be said. `null`: they begin with no request line.
 */
export function unreadDialect(packet: Buffer, mounted: readonly MountedDialect[]): ErrorDialect | null {
  const text = packet.toString('latin1', 0, headBytesMax);
  const path = requestLine.exec(text)?.[1];
  if (path === undefined) return null;
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return dialectAt(mounted, path, /\r\nanthropic-version:/i.test(head));
}

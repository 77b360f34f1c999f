import { StatementUnreadable } from '../../ports/bank-statement.ts';

/** Characters in which the declaration of an XML document stands, at most. */
const declarationMax = 200;

/**
 * The text of a file: in the encoding of its byte order mark, or the one that its XML declares, or UTF-8. What is no XML
 * and no UTF-8 is read as windows-1252, which MT940 of many banks is. Raises {@link StatementUnreadable}.
 */
export function statementText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return decoded(bytes, marked);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationMax));
  if (!head.trimStart().startsWith('<')) {
    return tried(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252');
  }
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  // Told in bytes of one each, it cannot be in an encoding of two.
  return decoded(bytes, /^utf-?16|^ucs/i.test(declared) ? 'utf-8' : declared);
}

function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function decoded(bytes: Uint8Array, encoding: string): string {
  const text = tried(bytes, encoding);
  if (text === null) throw new StatementUnreadable(`it is not ${encoding}`);
  return text;
}

function tried(bytes: Uint8Array, encoding: string): string | null {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new StatementUnreadable(`it is in ${encoding}, which is not read: save it as UTF-8`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

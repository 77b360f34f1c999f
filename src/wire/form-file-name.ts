/** A file name, or why there is none on which every reader would agree. */
export type FormFileName = { readonly name: string | null } | { readonly fault: string };

/** C0, DEL and C1. */
const controlCharacter = /\p{Cc}/u;

/**
 * The name of a file from the parameters of its `content-disposition`: `filename*` (RFC 5987) before `filename`, which
 * may contain encoded words (RFC 2047). `null`: the part has no name, and is no file. The two may spell the same name
 * differently, also with `?` or `_` for characters outside of ASCII; two different names are a fault, and so are
 * control characters.
 */
export function formFileName(parameters: ReadonlyMap<string, string>): FormFileName {
  const plain = parameters.get('filename');
  const extended = parameters.get('filename*');
  if (plain === undefined && extended === undefined) return { name: null };
  const decoded = extended === undefined ? undefined : extendedValue(extended);
  if (decoded === null) return { fault: '`filename*` is not written as RFC 5987 has it' };
  const words = plain === undefined ? undefined : encodedWords(plain);
  if (plain !== undefined && words !== undefined && decoded !== undefined && !areOne(plain, words, decoded)) {
    return { fault: '`filename` and `filename*` are two different names' };
  }
  const name = (decoded ?? words ?? '').normalize('NFC');
  return controlCharacter.test(name) ? { fault: 'a file name holds a control character' } : { name };
}

/**
 * The name as written in a form of the gateway: characters that end a quoted string or escape are never written
 * literally.
 */
export function writtenFileName(name: string): string {
  // Readers that drop parts without a file name would lose the file.
  return name === '' ? 'upload' : name.replaceAll('"', '%22').replaceAll('\\', '%5C');
}

/** One name for all that {@link writtenFileName} may be read as: some readers undo its escapes. */
export function plainFileName(name: string): string {
  return writtenFileName(name.normalize('NFC')).replaceAll('%22', '"').replaceAll(/%5C/gi, '\\');
}

/** `charset'language'value` (RFC 5987 §3.2); `null` for anything else. */
function extendedValue(text: string): string | null {
  const [, charset = '', value = ''] = /^([A-Za-z0-9-]+)'[A-Za-z0-9-]*'(.*)$/.exec(text) ?? [];
  if (!/^(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-Fa-f]{2})*$/.test(value)) return null;
  return bytesAsText(percentDecoded(value), charset);
}

function percentDecoded(text: string): Buffer {
  const latin = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(latin, 'latin1');
}

/** `null` for an unknown character set, or for bytes that are not in it. */
function bytesAsText(bytes: Buffer, charset: string): string | null {
  switch (charset.toLowerCase()) {
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
      return utf8Text(bytes);
    case 'iso-8859-1':
      return bytes.toString('latin1');
    default:
      return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `null` for bytes that are no UTF-8. */
export function utf8Text(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

const encodedWord = /^=\?([A-Za-z0-9_-]+)\?([BbQq])\?([!->@-~]*)\?=$/;

/** Decodes a text that consists of encoded words only; any other text is returned unchanged. */
function encodedWords(text: string): string {
  if (!text.startsWith('=?')) return text;
  const words = text.split(/[ \t]/).map((word) => {
    const [, charset = '', encoding = '', value = ''] = encodedWord.exec(word) ?? [];
    if (charset === '') return null;
    const isBase64 = encoding.toLowerCase() === 'b';
    const bytes = isBase64
      ? Buffer.from(value, 'base64')
      : percentDecoded(value.replaceAll('%', '%25').replaceAll('_', ' ').replaceAll('=', '%'));
    return bytesAsText(bytes, charset);
  });
  return words.includes(null) ? text : words.join('');
}

function areOne(plain: string, words: string, extended: string): boolean {
  const meant = extended.normalize('NFC');
  if ([plain, words, utf8Text(percentDecoded(plain))].some((name) => name?.normalize('NFC') === meant)) return true;
  // One ASCII character for each other character, counted in code points or in UTF-16 units.
  return isFallback(Array.from(plain), Array.from(extended)) || isFallback(plain.split(''), extended.split(''));
}

function isFallback(plain: readonly string[], extended: readonly string[]): boolean {
  if (plain.length !== extended.length) return false;
  return extended.every((character, index) => {
    const shown = plain[index];
    // oxlint-disable-next-line no-control-regex -- ASCII is meant whole
    return shown === character || ((shown === '?' || shown === '_') && !/^[\u0000-\u007f]$/.test(character));
  });
}

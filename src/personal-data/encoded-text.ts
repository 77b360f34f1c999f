/** Base64 shorter than this is taken for an id or a token: it has no room for a picture or a document. */
const charactersMin = 256;

/** Lines of base64 have at least this many characters on average. */
const lineMin = 40;

/** How base64 of a PNG, JPEG, GIF, RIFF (WebP, WAV), PDF, ZIP, Ogg or SVG file begins. */
const fileStart = /^(?:iVBORw0KGgo|\/9j\/[2-4]|R0lGOD[dl]h|UklGR|JVBERi0|UEsDB[AB]|T2dnUw|PHN2Zy)/;

/** A shorter text is no file. */
const fileCharactersMin = 40;

const base64Url = /^\s*data:[^,]*;\s*base64\s*,/i;

/**
 * Whether a text as a whole is data in base64, in which nothing can be looked for: a data URL of any length, a file
 * with a known beginning, or 256 characters and more of either alphabet, also in lines. `label`: the name of the member
 * that holds it. Not for hexadecimal digits, for prose, which has blanks, and for what the name calls an id or the like.
 * Reads the text a fixed number of times at most.
 */
export function isEncodedText(text: string, label: string | null): boolean {
  if (isBase64Url(text)) return true;
  if (text.length < fileCharactersMin) return false;
  if (fileStart.test(text)) return isBase64(text.trimEnd());
  if (text.length < charactersMin || isOpaqueName(label ?? '')) return false;
  return isBase64(text.trimEnd()) && !isOneCase(text);
}

/** Whether a text is a URL that contains data in base64. */
export function isBase64Url(text: string): boolean {
  return base64Url.test(text);
}

function isBase64(text: string): boolean {
  if (!/^(?:[A-Za-z\d+/\r\n]+|[A-Za-z\d_\-\r\n]+)={0,2}$/.test(text)) return false;
  let lines = 1;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1;
  return lines * lineMin <= text.length;
}

/** Letters of one case are digits in base 16 or 32, or words: so many of base64 have both. */
function isOneCase(text: string): boolean {
  return !/[A-Z]/.test(text) || !/[a-z]/.test(text);
}

const opaqueWords = 'id ids token tokens cursor hash digest signature etag key fingerprint'.split(' ');
const capitalised = opaqueWords.map((word) => word.charAt(0).toUpperCase() + word.slice(1));

/** `page_token`, `thoughtSignature`, `encrypted_content`. */
const opaqueName = new RegExp(
  `(?:^|[_-])(?:${opaqueWords.join('|')})$|[a-z\\d](?:${capitalised.join('|')})$|(?:^|[_-])encrypted(?:[_A-Z-]|$)`,
);

/** Whether a member with this name has a long word that only its maker can read, such as a cursor or a signature. */
function isOpaqueName(name: string): boolean {
  return opaqueName.test(name);
}

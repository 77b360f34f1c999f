// The most tokens of a body, computed here anew: from parsed values, with the normal forms of this process.

/** Most tokens that a template adds. */
const templateTokens = 70;

/** How many bytes the normal forms of each character of a text have more than its UTF-8. */
export function characterGrowth(text: string): number {
  let growth = 0;
  for (const character of text) {
    const forms = [character.normalize('NFC'), character.normalize('NFKC')];
    const bytes = Buffer.byteLength(character);
    growth += Math.max(bytes, ...forms.map((form) => Buffer.byteLength(form))) - bytes;
  }
  return growth;
}

/** An escape counts as its six bytes. */
function writtenGrowth(text: string): number {
  const escapes = /(?<!\\)(?:\\\\)*\\u([0-9a-f]{4})/gi;
  const ofEscapes = [...text.matchAll(escapes)].map(([, hex = '']) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return Math.max(0, Buffer.byteLength(character) + characterGrowth(character) - 6);
  });
  return ofEscapes.reduce((sum, each) => sum + each, characterGrowth(text));
}

/** What the lines and blanks of each value add when a template writes it on a line of its own, four blanks a level. */
function lineGrowth(value: unknown, depth = 1): number {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) return jsonGrowth(value);
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly unknown[] = Object.values(value);
  const line = 1 + Math.ceil((4 * depth) / 16);
  return children.reduce(
    (sum: number, child) => sum + 1 + line + lineGrowth(child, depth + 1),
    children.length > 0 ? line : 0,
  );
}

const exponents = /(?<=\d)e[+-]?\d/gi;
const strings = /"(?:[^"\\]|\\.)*"/gs;

function jsonGrowth(text: string): number {
  return lineGrowth(JSON.parse(text)) + 20 * (text.replaceAll(strings, '""').match(exponents)?.length ?? 0);
}

/** The most tokens of a body that a template turns into a prompt. */
export function heldTokens(body: string | object): number {
  return rewrittenBytes(body) + templateTokens;
}

/** The most bytes of a JSON text in any normal form, with its JSON written anew. */
export function rewrittenBytes(body: string | object): number {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Buffer.byteLength(text) + writtenGrowth(text) + jsonGrowth(text);
}

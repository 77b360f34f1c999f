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

/** What escapes of a JSON text stand for has more bytes than their six. */
function escapeGrowth(text: string): number {
  const escapes = /(?<!\\)(?:\\\\)*\\u([0-9a-f]{4})/gi;
  return [...text.matchAll(escapes)].reduce((sum, [, hex = '']) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return sum + Math.max(0, Buffer.byteLength(character) + characterGrowth(character) - 6);
  }, 0);
}

/** What a comment adds to each line of a description: blanks and `// `, besides its escape. */
function descriptionGrowth(name: string, value: unknown): number {
  return name === 'description' && typeof value === 'string' ? 2 * (value.match(/[\n\r]/g)?.length ?? 0) : 0;
}

/** What the lines and blanks of each value add when a template writes it on a line of its own, four blanks a level. */
function lineGrowth(value: unknown, textGrowth: (text: string) => number, depth = 1): number {
  if (typeof value === 'string') return textGrowth(value);
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly [string, unknown][] = Object.entries(value);
  const line = 1 + Math.ceil((4 * depth) / 16);
  const ofChildren = children.reduce(
    (sum: number, [name, child]) =>
      sum + 1 + line + descriptionGrowth(name, child) + lineGrowth(child, textGrowth, depth + 1),
    0,
  );
  return children.length > 0 ? line + ofChildren : 0;
}

const exponents = /(?<=\d)e[+-]?\d/gi;
const strings = /"(?:[^"\\]|\\.)*"/gs;

function jsonGrowth(text: string, textGrowth: (text: string) => number): number {
  return lineGrowth(JSON.parse(text), textGrowth) + 20 * (text.replaceAll(strings, '""').match(exponents)?.length ?? 0);
}

const escapedLineEnds = /(?<!\\)(?:\\\\)*\\[nr]/g;

/** A text that is JSON may be parsed, and its strings are texts then. */
function growthInString(text: string): number {
  if (!/^[ \n\r\t]*[[{"]/.test(text)) return 0;
  try {
    return jsonGrowth(text, () => 0) + escapeGrowth(text) + (text.match(escapedLineEnds)?.length ?? 0);
  } catch {
    return 0;
  }
}

const texts = /^(messages|input|system|instructions|prompt|choices|content|delta|output|response|item|data)$/;
const answers = /^(choices|content|delta|output|response|item|data)$/;
const media = /^(image_url|source|input_audio|file)$/;

interface Open {
  readonly isObject: boolean;
  readonly isWritten: boolean;
  key: string | null;
}

/** What strings grow by, as they are in a body, where a server writes as escapes what is not ASCII, and what HTML reads. */
function asciiGrowth(body: string): number {
  const open: Open[] = [];
  let growth = 0;
  for (const [token] of body.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/gs)) {
    const parent = open.at(-1);
    const top = open[0]?.key ?? '';
    const isWritten = parent !== undefined && (parent.isWritten || (open.length === 1 && !texts.test(top)));
    if (token === '{' || token === '[') {
      const isJson = token === '{' ? !media.test(parent?.key ?? '') : parent?.key === 'tools';
      const isCall = parent?.isObject === true && isJson && texts.test(top) && !answers.test(top);
      open.push({ isObject: token === '{', isWritten: isWritten || isCall, key: null });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (parent?.isObject === true) parent.key = null;
    } else if (parent?.isObject === true && parent.key === null) {
      // One with an escape may be any.
      parent.key = token.includes('\\') ? 'tools' : (JSON.parse(token) as string);
      if (parent.isWritten) growth += escapesIn(token);
    } else if (isWritten || /^[ \n\r\t]*[[{"]/.test(JSON.parse(token) as string)) {
      growth += escapesIn(token);
    }
  }
  return growth;
}

function escapesIn(text: string): number {
  return [...text.matchAll(/[<>&'\u0080-\u{10ffff}]/gu)].reduce(
    (sum, [character]) => sum + 6 * character.length - Buffer.byteLength(character),
    0,
  );
}

/** The most tokens of a body that a template turns into a prompt. */
export function heldTokens(body: string | object): number {
  return rewrittenBytes(body) + templateTokens;
}

/** The most bytes of a JSON text in any normal form, with its JSON written anew. */
export function rewrittenBytes(body: string | object): number {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const characters = Buffer.byteLength(text) + characterGrowth(text) + escapeGrowth(text);
  return characters + asciiGrowth(text) + jsonGrowth(text, growthInString);
}

import type { TextLane, TextRestorer } from '../../personal-data/text-restorer.ts';

/** What files are called on both sides: our id → the upstream's. Ids are plain ASCII, nothing that JSON escapes. */
export type FileNames = ReadonlyMap<string, string>;

/** Shorter ids of an upstream are no names of their own: `7` stands in many texts. They are renamed as members only. */
const tellingIdLength = 12;

const oneFile = /(?<!\\)("file_id"\s*:\s*")([^"\\]{1,200})"/g;
// Without `[` within: of lists that are never closed each would be read to the end of the text.
const someFiles = /(?<!\\)"file_ids"\s*:\s*\[[^\][]*\]/g;

/** A request as the upstream is to have it: its own ids where members name files, and nowhere else. */
export function withUpstreamIds(body: Buffer, names: FileNames): Buffer {
  return names.size === 0 ? body : Buffer.from(membersRenamed(body.toString('latin1'), names), 'latin1');
}

/**
 * Puts our ids in the place of the upstream's in what that said: where members name files, and in any text, since models
 * that run code are told the ids as names of files.
 */
export class OwnIds {
  readonly #ours: ReadonlyMap<string, string>;
  readonly #ids: readonly Buffer[];
  readonly #telling: readonly string[];
  readonly #pattern: RegExp | null;

  constructor(names: FileNames) {
    this.#ours = new Map([...names].map(([own, theirs]) => [theirs, own]));
    this.#ids = [...this.#ours.keys()].map((id) => Buffer.from(id));
    // The longer first: one id may begin with another.
    this.#telling = [...this.#ours.keys()]
      .filter((id) => id.length >= tellingIdLength)
      .toSorted((a, b) => b.length - a.length);
    this.#pattern = this.#telling.length === 0 ? null : patternOf(this.#telling);
  }

  /** In JSON, or in whole records of a stream. */
  restored(bytes: Buffer): Buffer {
    if (!this.#ids.some((id) => bytes.includes(id))) return bytes;
    return Buffer.from(this.#inText(membersRenamed(bytes.toString('latin1'), this.#ours)), 'latin1');
  }

  /** In texts alone, also in those that come in pieces; `null`: no id can be told from other words. */
  get texts(): TextRestorer | null {
    const pattern = this.#pattern;
    if (pattern === null) return null;
    return {
      restore: (text) => this.#inText(text),
      numberOf: () => null,
      openLane: () => new IdLane(this.#telling, pattern, (id) => this.#ours.get(id) ?? id),
    };
  }

  #inText(text: string): string {
    return this.#pattern === null ? text : text.replaceAll(this.#pattern, (id) => this.#ours.get(id) ?? id);
  }
}

/** A text in pieces: what may be the beginning of an id waits, and so does an id that may be the beginning of another. */
class IdLane implements TextLane {
  readonly #ids: readonly string[];
  readonly #pattern: RegExp;
  readonly #own: (id: string) => string;
  #held = '';

  constructor(ids: readonly string[], pattern: RegExp, own: (id: string) => string) {
    this.#ids = ids;
    this.#pattern = pattern;
    this.#own = own;
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  push(piece: string): string {
    const text = this.#held + piece;
    let passed = '';
    let from = 0;
    for (const match of text.matchAll(this.#pattern)) {
      const end = match.index + match[0].length;
      // At the very end nothing says yet that it does not go on.
      if (end === text.length) break;
      passed += text.slice(from, match.index) + this.#own(match[0]);
      from = end;
    }
    const open = this.#openFrom(text, from);
    this.#held = text.slice(open);
    return passed + text.slice(from, open);
  }

  flush(): string {
    const rest = this.#held.replaceAll(this.#pattern, this.#own);
    this.#held = '';
    return rest;
  }

  /** Where the longest end begins that an id begins with. */
  #openFrom(text: string, from: number): number {
    const longest = this.#ids[0]?.length ?? 0;
    for (let at = Math.max(from, text.length - longest); at < text.length; at++) {
      const end = text.slice(at);
      if (this.#ids.some((id) => id.startsWith(end))) return at;
    }
    return text.length;
  }
}

/** `names`: from → to. */
function membersRenamed(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(oneFile, (member: string, head: string, id: string) => {
      const renamed = names.get(id);
      return renamed === undefined ? member : `${head}${renamed}"`;
    })
    .replaceAll(someFiles, (member) =>
      member.replaceAll(/"([^"\\]{1,200})"/g, (text: string, id: string) => {
        const renamed = names.get(id);
        return renamed === undefined ? text : `"${renamed}"`;
      }),
    );
}

function patternOf(ids: readonly string[]): RegExp {
  const alternatives = ids.map((id) => id.replaceAll(/[^A-Za-z0-9_]/g, String.raw`\$&`));
  return new RegExp(`(?:${alternatives.join('|')})(?![A-Za-z0-9])`, 'g');
}

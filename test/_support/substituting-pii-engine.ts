import type { CastConversation, PiiEngine } from '../../src/ports/pii-engine.ts';

/** Stands `[PERSON_1]` in the place of one name and puts it back, as far as the port goes and no further. */
export function substitutingPiiEngine(name: string): PiiEngine {
  return { cast: async (_surface, body) => new Conversation(name, replace(body, name, placeholder)) };
}

export const placeholder = '[PERSON_1]';

class Conversation implements CastConversation {
  readonly body: Buffer;
  readonly mapping: string;
  readonly #name: string;
  #held = '';

  constructor(name: string, body: Buffer) {
    this.#name = name;
    this.mapping = JSON.stringify({ [placeholder]: name });
    this.body = body;
  }

  restore(body: Buffer): Buffer {
    return replace(body, placeholder, this.#name);
  }

  restorePiece(piece: Buffer): Buffer {
    const text = this.#held + piece.toString('latin1');
    const end = text.length - lengthOfOpenPlaceholder(text);
    this.#held = text.slice(end);
    return this.restore(Buffer.from(text.slice(0, end), 'latin1'));
  }

  flush(): Buffer {
    return this.restore(Buffer.from(this.#held, 'latin1'));
  }
}

/** How much of the end of a text may be the beginning of a placeholder. */
function lengthOfOpenPlaceholder(text: string): number {
  const longest = Math.min(placeholder.length - 1, text.length);
  for (let length = longest; length > 0; length--) if (text.endsWith(placeholder.slice(0, length))) return length;
  return 0;
}

function replace(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString().replaceAll(from, to));
}

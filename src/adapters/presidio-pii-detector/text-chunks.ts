/** A part of a text that is sent separately. */
export interface TextChunk {
  /** Index of its text. */
  readonly text: number;
  /** Its offset in that text, in UTF-16 units. */
  readonly start: number;
  /** Well-formed: a lone surrogate would be refused. */
  readonly content: string;
}

export interface ChunkSizes {
  /** The longest chunk, in UTF-16 units. */
  readonly charactersMax: number;
  /** Overlap with the next chunk: longer than any value at the cut. */
  readonly overlap: number;
}

/** Splits texts into chunks, in order. Texts without a word have no chunks. */
export function chunksOf(texts: readonly string[], { charactersMax, overlap }: ChunkSizes): readonly TextChunk[] {
  return texts.flatMap((text, place) => {
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    const content = text.toWellFormed();
    const chunks: TextChunk[] = [];
    for (let start = 0; ;) {
      const end = cutBefore(content, Math.min(content.length, start + charactersMax), start + charactersMax - overlap);
      chunks.push({ text: place, start, content: content.slice(start, end) });
      if (end === content.length) return chunks;
      start = whole(content, end - overlap);
    }
  });
}

/** Where to cut: after the last space at or after `least`, or between two characters. */
function cutBefore(text: string, end: number, least: number): number {
  if (end === text.length) return end;
  const space = text.lastIndexOf(' ', end - 1);
  return space >= least ? space + 1 : whole(text, end);
}

/** The offset, or the one before if it would split a surrogate pair. */
function whole(text: string, place: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1));
  return isInside ? place - 1 : place;
}

/** Converts an offset in Unicode code points to UTF-16 units. Raises `RangeError` for an offset outside of the text. */
export function unitsOf(text: string): (codePoint: number) => number {
  const hasPairs = /[\ud800-\udbff]/.test(text);
  const places = hasPairs ? placesOf(text) : null;
  const last = places === null ? text.length : places.length - 1;
  return (codePoint) => {
    if (!Number.isInteger(codePoint) || codePoint < 0 || codePoint > last)
      throw new RangeError('It is not in the text.');
    return places === null ? codePoint : (places[codePoint] ?? 0);
  };
}

/** The offsets of each code point, and of the end. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    places.push(place);
    place += character.length;
  }
  return [...places, place];
}

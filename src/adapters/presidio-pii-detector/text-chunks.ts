/** A part of a text that is sent by itself. */
export interface TextChunk {
  /** Which of the texts it is of. */
  readonly text: number;
  /** Where it begins in that text, in UTF-16 units. */
  readonly start: number;
  /** Well-formed: half a character of two units would be refused. */
  readonly content: string;
}

export interface ChunkSizes {
  /** The longest chunk, in UTF-16 units. */
  readonly charactersMax: number;
  /** How much of its end the next chunk begins with: no value on the cut is longer. */
  readonly overlap: number;
}

/** The texts in chunks, in order; of texts without a word nothing is sent. */
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

/** A place to cut at: behind the last space not before `least`, or where no character is cut in two. */
function cutBefore(text: string, end: number, least: number): number {
  if (end === text.length) return end;
  const space = text.lastIndexOf(' ', end - 1);
  return space >= least ? space + 1 : whole(text, end);
}

/** The place, or the one before where it would cut a character of two units. */
function whole(text: string, place: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1));
  return isInside ? place - 1 : place;
}

/** What a place in Unicode code points is in UTF-16 units. Raises `RangeError` for places that the text does not have. */
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

/** Of each code point, and of the end. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    places.push(place);
    place += character.length;
  }
  return [...places, place];
}

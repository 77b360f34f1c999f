// The text of an answer in the pieces in which it is streamed. Each piece is one completion token.

const WORDS = (
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore ' +
  'magna aliqua ut enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat'
).split(' ');

const CACHED_TEXTS_MAX = 64;
const CACHED_PIECES_MAX = 1000;
const FRAGMENT_CODE_POINTS = 8;
const loremTexts = new Map<string, readonly string[]>();

/** `count` fixed words, beginning with word `offset`, a space after each but the last. */
export function loremPieces(count: number, offset: number): readonly string[] {
  const key = `${count} ${offset}`;
  const known = loremTexts.get(key);
  if (known !== undefined) return known;
  const pieces = Array.from({ length: count }, (_, index) => {
    const word = WORDS[(index + offset) % WORDS.length] ?? '';
    return index === count - 1 ? word : `${word} `;
  });
  if (count > CACHED_PIECES_MAX) return pieces;
  if (loremTexts.size >= CACHED_TEXTS_MAX) loremTexts.clear();
  loremTexts.set(key, pieces);
  return pieces;
}

/** A text, beginning with a word, cut after each word and the white space that follows it. */
export const wordPieces = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? [];

/** A text cut every eight code points, as the arguments of a tool call are. */
export function fragmentPieces(text: string): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < points.length; at += FRAGMENT_CODE_POINTS) {
    pieces.push(points.slice(at, at + FRAGMENT_CODE_POINTS).join(''));
  }
  return pieces;
}

import { endOfJsonString } from './json-string.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * The beginning of a JSON text, closed so that it can be parsed. A string value ends with its last whole word and an
 * ellipsis; a cut name, number or word is left out, and so is a name without its value. For other bytes the result is
 * undefined.
 */
export function closedJsonText(beginning: Buffer): Buffer {
  const open: string[] = [];
  let keptEnd = 0;
  let before = '';
  for (let at = 0; at < beginning.length; at++) {
    const token = String.fromCharCode(beginning[at] ?? 0);
    if (token === '"') {
      const end = endOfJsonString(beginning, at + 1);
      // A name follows a brace, or a comma between the members of an object.
      const isValue = before === ':' || open.at(-1) === ']';
      // A part of a word might be a part of a placeholder, which could not be restored.
      if (end < 0 && isValue)
        return closedWith(beginning, Math.max(at + 1, beginning.lastIndexOf(' ', ~end)), '…"', open);
      if (end < 0) return closedWith(beginning, keptEnd, '', open);
      at = end - 1;
    } else if (closers[token] !== undefined) {
      open.push(closers[token]);
      keptEnd = at + 1;
    } else if (token === '}' || token === ']') {
      open.pop();
      keptEnd = at + 1;
    } else if (token === ',') {
      keptEnd = at;
    }
    if (token.trim() !== '') before = token;
  }
  return closedWith(beginning, keptEnd, '', open);
}

function closedWith(beginning: Buffer, end: number, ellipsis: string, open: readonly string[]): Buffer {
  return Buffer.concat([beginning.subarray(0, end), Buffer.from(ellipsis + open.toReversed().join(''))]);
}

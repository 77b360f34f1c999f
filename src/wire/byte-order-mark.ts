/** Whether a text begins with the byte order mark of UTF-8. */
export function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The text after the mark, which RFC 8259 §8.1 lets a reader of JSON ignore; the same bytes when there is none. */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return hasByteOrderMark(bytes) ? bytes.subarray(3) : bytes;
}

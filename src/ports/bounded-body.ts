/** The whole body; `null` when it has more than `bytesMax` bytes. Raises what reading the body raises. */
export async function boundedBody(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > bytesMax) return null;
    pieces.push(piece);
  }
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, length);
}

import test from 'ava';
import { decodeQR } from 'qr/decode.js';
import { qrSvg } from '../../src/adapters/qr-svg.ts';

/** The picture that an SVG of one path of squares draws, four points a square, for the decoder. */
function drawn(svg: string): { readonly width: number; readonly height: number; readonly data: Uint8Array } {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const width = size * 4;
  const data = new Uint8Array(width * width * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, move, across, down] of svg.matchAll(/([Mm])(-?\d+) (-?\d+)h1v1/g)) {
    [x, y] = move === 'M' ? [Number(across), Number(down)] : [x + Number(across), y + Number(down)];
    for (let point = 0; point < 16; point += 1) {
      const at = ((y * 4 + (point >> 2)) * width + x * 4 + (point & 3)) * 4;
      data.fill(0, at, at + 3);
    }
  }
  return { width, height: width, data };
}

for (const text of [
  'BCD\n002\n1\nSCT\n\nExample GmbH\nDE89370400440532013000\nEUR100.05\n\nRF73WBF73A818905A3FED1',
  `BCD\n${'x'.repeat(327)}`,
]) {
  test(`a code of ${text.length} bytes is drawn on white, and read back`, (t) => {
    const svg = qrSvg(text);
    t.regex(svg, /^<svg viewBox="0 0 \d+ \d+" xmlns="http:\/\/www.w3.org\/2000\/svg"><path fill="#fff"/);
    t.is(decodeQR(drawn(svg)), text);
  });
}

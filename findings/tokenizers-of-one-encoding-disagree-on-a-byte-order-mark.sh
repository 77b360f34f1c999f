#!/usr/bin/env bash
# Three packages of one encoding count a file that begins with a byte order mark in three ways, as many C#, C and CSV files do.
# - tiktoken (the reference, as WebAssembly): "#include" behind the mark is two tokens, as published.
# - js-tiktoken: other tokens. Its pattern is the published one, but `\s` of JavaScript contains U+FEFF, that of the reference does
#   not, so the text is split elsewhere.
# - gpt-tokenizer: one or two tokens more for each mark, wherever it stands: no entry of its vocabulary that begins with the mark is
#   ever used. `decode` leaves the mark out the first time that it is called, and keeps it when the same tokens are decoded again.
# Whoever bounds a bill by a count of one of them has to say which.
# Seen with tiktoken 1.0.22, js-tiktoken 1.0.21, gpt-tokenizer 4.0.0, o200k_base, on Linux x64:
#   using System;  tiktoken 3, js-tiktoken 3, gpt-tokenizer 5
#   #include       tiktoken 110862 1981, js-tiktoken 5574 2165, gpt-tokenizer 5416 123 2165
#   a mark alone   tiktoken 1, js-tiktoken 1, gpt-tokenizer 2
#   decoded by gpt-tokenizer: without the mark, then with it
# Needs npm, and Node 20 or later. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact tiktoken@1.0.22 js-tiktoken@1.0.21 gpt-tokenizer@4.0.0
cat >count.mjs <<'JS'
import { deepStrictEqual } from 'node:assert';
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { getEncoding } from 'js-tiktoken';
import { get_encoding } from 'tiktoken';
const mark = '\u{feff}';
const reference = get_encoding('o200k_base');
const other = getEncoding('o200k_base');
const seen = ['using System;', '#include', ''].map((text) => [
  [...reference.encode(mark + text)],
  other.encode(mark + text),
  encode(mark + text),
]);
const names = ['tiktoken', 'js-tiktoken', 'gpt-tokenizer'];
for (const [index, text] of ['using System;', '#include', 'a mark alone'].entries()) {
  console.log(text.padEnd(14), seen[index].map((tokens, at) => `${names[at]} ${tokens.join(' ')}`).join(', '));
}
const decoded = [1, 2].map(() => decode(encode(`${mark}using System;`)).startsWith(mark));
console.log('decoded by gpt-tokenizer:', decoded.map((hasMark) => (hasMark ? 'with the mark' : 'without the mark')).join(', then '));
deepStrictEqual(seen.map((row) => row.map(({ length }) => length)), [[3, 3, 5], [2, 2, 3], [1, 1, 2]]);
deepStrictEqual(seen[1], [[110862, 1981], [5574, 2165], [5416, 123, 2165]]);
deepStrictEqual(decoded, [false, true]);
JS
node count.mjs

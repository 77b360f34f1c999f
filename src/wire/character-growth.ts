/**
 * Characters that normal forms make longer. Some tokenizers normalise a text (NFC or NFKC) before they split it, and a
 * token is at least one byte of what they split. Their tables of Unicode are older than Node's, and leave
 * characters alone that it knows: so each character is bounded by itself, as the greatest of its UTF-8, NFC and NFKC
 * lengths, and a normal form of the whole text would say too little.
 */

/**
 * The code points that grow, in hexadecimal, by how many bytes their longest normal form has more than their UTF-8.
 * Source: Unicode 17.0, UnicodeData.txt and CompositionExclusions.txt; `test/wire/character-growth.test.ts` compares
 * them with the normal forms that Node makes.
 */
const grown = {
  1:
    'a8 af b4 b8 13f-140 149 1c4-1c6 2d8-2dd 37a 384 215f 2167 2177 247d-2487 309b-309c 32c0-32c8 ' +
    '3358-3361 3389 33c2 33d8 33e0-33e8 fa6c facf-fad1 fad5-fad7 fb13-fb17 fb1d fb1f fb2a-fb2b fb2e-fb36 ' +
    'fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fb4f fbdd fbea-fbfb fc00-fc5d fc64-fcf1 fcf5-fd3d fe71 fe77 ' +
    'fe79 fe7b fe7d fe7f fef5-fefc',
  2:
    '344 587 675-678 1fc1 1fcd-1fcf 1fdd-1fdf 1fed-1fee 2150-2151 2153-215e 2189 2adc 3200-321c 3220-3243 ' +
    '32c9-32cb 3362-3370 33a7 33de-33df 33e9-33fe fc5e-fc63 1f200-1f201',
  3:
    'bc-be 385 958-95f 9dc-9dd 9df a33 a36 a59-a5b a5e b5c-b5d e33 eb3 edc-edd f43 f4d f52 f57 f5c f69 ' +
    'f73 f75-f76 f78 f81 f93 f9d fa2 fa7 fac fb9 2033 2036 2152 222c 222f 309f 30ff 327c-327d 32ff 3310 ' +
    '3314 3325-3328 3330-3331 3337 333f 3349 334b 3352 3355 337b-337e 33a8 33c6 fb2c-fb2d fcf2-fcf4 ' +
    'fd50-fd8f fd92-fdc7 fdf0-fdf1 fdf9 1f12a',
  4: '33ae 1d15e-1d15f 1d1bb-1d1bc',
  5: '321d-321e 33af fdf2-fdf8 fdfc 1f240-1f248',
  6:
    'f77 f79 2034 2037 222d 2230 3303 3305-3306 3309-330b 330e-330f 3311 3318 331c-331e 3322-3324 ' +
    '3329-332a 332c 332f 3335 3338-333c 333e 3340-3342 3344-3346 334e-3350 3353 3357',
  8: '1d160-1d164 1d1bd-1d1c0',
  9:
    '2057 2a0c 3300-3302 3304 3308 330c-330d 3312-3313 331b 331f 3321 332d 3333 333d 3343 3348 334c-334d ' +
    '3351 3354 337f',
  12: '3307 3315 3317 3319-331a 3320 332b 332e 3332 3334 3336 3347 334a 3356 fdfb',
  15: '3316',
  30: 'fdfa',
} as const;

/** What each code point of the basic plane adds, bytes. */
const basic = new Uint8Array(0x1_0000);
/** The same of the others, of which few grow. */
const beyond = new Map<number, number>();

for (const [bytes, ranges] of Object.entries(grown)) {
  for (const range of ranges.split(' ')) {
    const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
    if (last < basic.length) basic.fill(Number(bytes), first, last + 1);
    else for (let point = first; point <= last; point++) beyond.set(point, Number(bytes));
  }
}

/** How many bytes a normal form adds to the valid UTF-8 character of 2, 3 or 4 bytes at `at`. */
export function growthOfCharacter(bytes: Buffer, at: number, length: number): number {
  const [lead = 0, second = 0, third = 0, fourth = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (length === 2) return basic[((lead & 0x1f) << 6) | (second & 0x3f)] ?? 0;
  if (length === 3) return basic[((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)] ?? 0;
  const point = ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
  return beyond.get(point) ?? 0;
}

/**
 * How many bytes a normal form of the character has more than its escape, the six bytes `\u` and the digits of this
 * UTF-16 unit. Two escapes for one character are longer than any of its forms.
 */
export function growthOfEscape(unit: number): number {
  // What grows by more than three bytes has three in UTF-8.
  return Math.max(0, (basic[unit] ?? 0) - 3);
}

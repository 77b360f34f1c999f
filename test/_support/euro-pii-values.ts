import type { SeededRandom } from './seeded-random.ts';

/**
 * Numbers as states, banks and networks give them, made from a seed: form and checksum are worked out here and not with the
 * libraries of the detector, so that a mistake in one of them shows.
 */
export type MakesValue = (random: SeededRandom) => string;

const figures = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('');
const letters = (random: SeededRandom, count: number, from = 'ABCDEFGHJKLMNPRSTUVWXYZ'): string =>
  Array.from({ length: count }, () => from.charAt(random.whole(0, from.length - 1))).join('');
const two = (value: number): string => String(value).padStart(2, '0');
const grouped = (text: string, sizes: readonly number[], sign: string): string => {
  const groups: string[] = [];
  let at = 0;
  for (const size of sizes) {
    groups.push(text.slice(at, at + size));
    at += size;
  }
  return [...groups, text.slice(at)].filter((group) => group !== '').join(sign);
};
const weighed = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

export function luhnDigit(digits: string): string {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The last digit by ISO 7064, modulo 11 and 10. */
function hybridDigit(digits: string): string {
  let product = 10;
  for (const digit of digits.split('')) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return String((11 - product) % 10);
}

const birth = (random: SeededRandom): { year: number; month: number; day: number } => ({
  year: random.whole(1935, 1999),
  month: random.whole(1, 12),
  day: random.whole(1, 28),
});

const oddValues = '1 0 5 7 9 13 15 17 19 21 2 4 18 20 11 3 6 8 12 14 16 10 22 25 24 23'.split(' ').map(Number);
const oddDigits = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

export function italianCodeWith(random: SeededRandom, { replaced = 0 } = {}): string {
  const { year, month, day } = birth(random);
  const consonants = 'BCDFGLMNPRSTVZ';
  const digits = [
    two(year % 100),
    two(day + (random.whole(0, 1) === 0 ? 0 : 40)),
    `${random.whole(1, 9)}${figures(random, 2)}`,
  ];
  let head = `${letters(random, 6, consonants)}${digits[0]}${'ABCDEHLMPRST'.charAt(month - 1)}${digits[1]}${letters(random, 1, 'ABCDEFGHIL')}${digits[2]}`;
  const places = [14, 13, 12, 10, 9, 7, 6].slice(0, replaced);
  head = head
    .split('')
    .map((each, at) => (places.includes(at) ? 'LMNPQRSTUV'.charAt(Number(each)) : each))
    .join('');
  const sum = head.split('').reduce((total, each, at) => {
    const digit = /\d/.test(each) ? Number(each) : each.charCodeAt(0) - 65;
    if (at % 2 === 1) return total + digit;
    return total + ((/\d/.test(each) ? oddDigits : oddValues)[digit] ?? 0);
  }, 0);
  return head + String.fromCharCode(65 + (sum % 26));
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

function untilValid(random: SeededRandom, make: () => string | null): string {
  for (;;) {
    const value = make();
    if (value !== null) return value;
    random.whole(0, 1);
  }
}

const germanTax: MakesValue = (random) => {
  const order = '0123456789'.split('').sort(() => random.whole(-1, 1));
  const kept = order.slice(0, 9);
  kept.splice(random.whole(0, 8), 0, kept[random.whole(0, 8)] ?? '1');
  const digits = kept.join('').replace(/^0(.)/, (_all, next: string) => `${next}0`);
  const head = digits.startsWith('0') ? `1${digits.slice(1)}` : digits;
  return random.oneOf([head + hybridDigit(head), grouped(head + hybridDigit(head), [2, 3, 3], ' ')]);
};

const dutch = (random: SeededRandom): string =>
  untilValid(random, () => {
    const head = `${random.whole(1, 9)}${figures(random, 7)}`;
    const rest = weighed(head, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    return rest === 10 ? null : `${head}${rest}`;
  });

const french = (random: SeededRandom): string => {
  const { year, month } = birth(random);
  const head = `${random.whole(1, 2)}${two(year % 100)}${two(month)}${two(random.whole(1, 19))}${String(random.whole(1, 900)).padStart(3, '0')}${String(random.whole(1, 999)).padStart(3, '0')}`;
  return head + two(97 - Number(BigInt(head) % 97n));
};

const siren = (random: SeededRandom): string => {
  const head = `${random.whole(3, 9)}${figures(random, 7)}`;
  return head + luhnDigit(head);
};

const spanishCompany: MakesValue = (random) => {
  const digits = figures(random, 7);
  return `${letters(random, 1, 'ABEH')}${digits}${luhnDigit(digits)}`;
};

const italianVat: MakesValue = (random) => {
  const head = `${String(random.whole(1, 9_999_999)).padStart(7, '0')}${String(random.whole(1, 99)).padStart(3, '0')}`;
  return head + luhnDigit(head);
};

const germanVat: MakesValue = (random) => {
  const head = `${random.whole(1, 9)}${figures(random, 7)}`;
  return head + hybridDigit(head);
};

/** By kind and country. The names are those of the report. */
export const identifierValues: Readonly<Record<string, MakesValue>> = {
  'NATIONAL_ID.it': (random) => italianCodeWith(random),
  'NATIONAL_ID.it-omocodia': (random) => italianCodeWith(random, { replaced: random.whole(1, 4) }),
  'NATIONAL_ID.it-mistyped': (random) => {
    const code = italianCodeWith(random);
    return code.slice(0, 15) + String.fromCharCode(65 + ((code.charCodeAt(15) - 64) % 26));
  },
  'NATIONAL_ID.fr': (random) => {
    const value = french(random);
    return random.oneOf([value, grouped(value, [1, 2, 2, 2, 3, 3], ' '), `${value.slice(0, 13)} ${value.slice(13)}`]);
  },
  'NATIONAL_ID.es': (random) => {
    const digits = String(random.whole(1_000_000, 99_999_999)).padStart(8, '0');
    const letter = spanishLetters.charAt(Number(digits) % 23);
    return random.oneOf([
      digits + letter,
      `${digits}-${letter}`,
      `${digits.slice(0, 2)}.${digits.slice(2, 5)}.${digits.slice(5)}-${letter}`,
    ]);
  },
  'NATIONAL_ID.es-foreign': (random) => {
    const [first, digits] = [random.whole(0, 2), figures(random, 7)];
    return `${'XYZ'.charAt(first)}${digits}${spanishLetters.charAt(Number(`${first}${digits}`) % 23)}`;
  },
  'NATIONAL_ID.nl': (random) => {
    const value = dutch(random);
    return random.oneOf([value, grouped(value, [4, 2], '.')]);
  },
  'NATIONAL_ID.pl': (random) => {
    const { year, month, day } = birth(random);
    const head = `${two(year % 100)}${two(month)}${two(day)}${figures(random, 4)}`;
    return head + String((10 - (weighed(head, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10);
  },
  'NATIONAL_ID.be': (random) => {
    const { year, month, day } = birth(random);
    const head = `${two(year % 100)}${two(month)}${two(day)}${String(random.whole(1, 997)).padStart(3, '0')}`;
    const all = head + two(97 - (Number(head) % 97));
    return random.oneOf([
      all,
      `${head.slice(0, 2)}.${head.slice(2, 4)}.${head.slice(4, 6)}-${head.slice(6)}.${all.slice(9)}`,
    ]);
  },
  'NATIONAL_ID.gb': (random) => {
    const value = `${letters(random, 1, 'ABCEHJLMPRSTWXYZ')}${letters(random, 1, 'ABCEHJLMPRSWXYZ')}${figures(random, 6)}${letters(random, 1, 'ABCD')}`;
    return random.oneOf([value, grouped(value, [2, 2, 2, 2], ' ')]);
  },
  'NATIONAL_ID.ro': (random) => {
    const { year, month, day } = birth(random);
    const head = `${random.whole(1, 2)}${two(year % 100)}${two(month)}${two(day)}${two(random.whole(1, 40))}${String(random.whole(1, 999)).padStart(3, '0')}`;
    const rest = weighed(head, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
    return head + String(rest === 10 ? 1 : rest);
  },
  'TAX_ID.de': germanTax,
  'TAX_ID.pt': (random) => {
    const head = `2${figures(random, 7)}`;
    const rest = weighed(head, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    const value = head + String(rest < 2 ? 0 : 11 - rest);
    return random.oneOf([value, grouped(value, [3, 3], ' ')]);
  },
  'VAT_ID.it': (random) => random.oneOf([italianVat(random), `IT${italianVat(random)}`, `IT ${italianVat(random)}`]),
  'VAT_ID.de': (random) => random.oneOf([`DE${germanVat(random)}`, `DE ${grouped(germanVat(random), [3, 3], ' ')}`]),
  'VAT_ID.fr': (random) => {
    const number = siren(random);
    const key = two((12 + 3 * (Number(number) % 97)) % 97);
    return random.oneOf([`FR${key}${number}`, `FR ${key} ${grouped(number, [3, 3], ' ')}`]);
  },
  'VAT_ID.es': (random) => random.oneOf([`ES${spanishCompany(random)}`, spanishCompany(random)]),
  'VAT_ID.nl': (random) => `NL${dutch(random)}B0${random.whole(1, 9)}`,
  'HEALTH_ID.gb': (random) => {
    const value = untilValid(random, () => {
      const head = `${random.whole(4, 7)}${figures(random, 8)}`;
      const rest = 11 - (weighed(head, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
      return rest === 10 ? null : `${head}${rest % 11}`;
    });
    return random.oneOf([value, grouped(value, [3, 3], ' ')]);
  },
  'HEALTH_ID.de': (random) => {
    const letter = random.whole(1, 26);
    const digits = figures(random, 8);
    return `${String.fromCharCode(64 + letter)}${digits}${luhnDigit(two(letter) + digits)}`;
  },
};

const bankForms: readonly [string, ...string[]] = [
  'IT l10 12',
  'DE n18',
  'FR n23',
  'ES n20',
  'GB b4n14',
  'NL b4n10',
  'AT n16',
  'BE n12',
  'PT n21',
  'PL n24',
];

export const iban: MakesValue = (random) => {
  const [country = '', form = ''] = random.oneOf(bankForms).split(' ');
  const body =
    country === 'IT'
      ? `${letters(random, 1)}${figures(random, 10)}${figures(random, 12)}`
      : `${form.startsWith('b4') ? letters(random, 4) : ''}${figures(random, Number(form.split('n')[1]))}`;
  const spelt = `${body}${country}00`
    .split('')
    .map((each) => (/\d/.test(each) ? each : each.charCodeAt(0) - 55))
    .join('');
  const value = `${country}${two(98 - Number(BigInt(spelt) % 97n))}${body}`;
  return random.oneOf([
    value,
    value.replace(/(.{4})(?=.)/g, '$1 '),
    value.replace(/(.{4})(?=.)/g, '$1 '),
    value.toLowerCase(),
  ]);
};

export const card: MakesValue = (random) => {
  const [prefix, length] = random.oneOf([
    ['4', 16],
    ['4', 16],
    [`5${random.whole(1, 5)}`, 16],
    ['2221', 16],
    ['34', 15],
    ['37', 15],
    ['36', 14],
    ['6011', 16],
    ['3530', 16],
  ] as const);
  const head = prefix + figures(random, length - prefix.length - 1);
  const value = head + luhnDigit(head);
  const sizes = length === 16 ? [4, 4, 4] : [4, 6];
  return random.oneOf([value, grouped(value, sizes, ' '), grouped(value, sizes, '-')]);
};

export const ip: MakesValue = (random) => {
  const part = (least = 0): number => random.whole(least, 254);
  const group = (): string => random.whole(1, 0xffff).toString(16);
  return random.oneOf([
    `${random.oneOf([5, 10, 79, 82, 93, 151, 172, 185, 192, 213])}.${part()}.${part()}.${part(1)}`,
    `${random.oneOf([5, 10, 79, 82, 93, 151, 172, 185, 192, 213])}.${part()}.${part()}.${part(1)}`,
    `2001:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}`,
    `2a02:${group()}:${group()}::${group()}`,
    `fe80::${group()}:${group()}`,
  ]);
};

const phones: Readonly<Record<string, readonly [readonly (readonly number[])[], MakesValue]>> = {
  '39': [
    [[3, 3], [3], [3, 2, 2], []],
    (random) =>
      `3${random.oneOf(['28', '33', '38', '39', '40', '47', '48', '49', '66', '80', '88', '92'])}${figures(random, 7)}`,
  ],
  '49': [
    [[4], [4, 3], [4, 4], []],
    (random) =>
      `01${random.oneOf(['51', '60', '70', '71', '72', '75', '76'])}${random.whole(1, 9)}${figures(random, 6)}`,
  ],
  '33': [
    [[2, 2, 2, 2], [2, 2, 2, 2], []],
    (random) => `0${random.oneOf([1, 2, 3, 4, 5, 6, 7])}${random.whole(2, 6)}${figures(random, 7)}`,
  ],
  '34': [
    [[3, 3], [3, 2, 2], []],
    (random) => `${random.oneOf(['6', '6', '91', '93', '95'])}${figures(random, 8)}`.slice(0, 9),
  ],
  '44': [
    [[5, 3], [5], []],
    (random) =>
      `07${random.oneOf(['4', '5', '7', '8', '9'])}${random.whole(0, 8)}${random.whole(1, 9)}${figures(random, 6)}`,
  ],
};
const landlines: Readonly<Record<string, MakesValue>> = {
  '39': (random) =>
    random.oneOf([
      `02 ${random.whole(2, 8)}${figures(random, 6)}`,
      `06/${random.whole(3, 8)}${figures(random, 6)}`,
      `011 ${random.whole(2, 9)}${figures(random, 6)}`,
      `051-${random.whole(2, 6)}${figures(random, 5)}`,
    ]),
  '49': (random) =>
    random.oneOf([
      `030 ${random.whole(2, 9)}${figures(random, 6)}`,
      `(089) ${random.whole(2, 9)}${figures(random, 6)}`,
      `040/${random.whole(2, 9)}${figures(random, 6)}`,
      `0221 - ${random.whole(2, 9)}${figures(random, 5)}`,
    ]),
  '44': (random) =>
    random.oneOf([
      `020 7${figures(random, 3)} ${figures(random, 4)}`,
      `0161 ${random.whole(2, 8)}${figures(random, 2)} ${figures(random, 4)}`,
    ]),
};

const countryOf: Readonly<Record<string, string>> = { it: '39', de: '49', fr: '33', es: '34', en: '44' };

export function nationalPhone(random: SeededRandom, language: string): string {
  const country = countryOf[language] ?? '44';
  const landline = landlines[country];
  if (landline !== undefined && random.whole(0, 2) === 0) return landline(random);
  const [sizes, make] = phones[country] ?? [[[]], () => ''];
  const [one = [], ...others] = sizes;
  return grouped(make(random), random.oneOf([one, ...others]), random.oneOf([' ', ' ', ' ', '-', '.']));
}

export function internationalPhone(random: SeededRandom): string {
  const country = random.oneOf(['39', '49', '33', '34', '44']);
  const [sizes, make] = phones[country] ?? [[[]], () => ''];
  const number = make(random);
  const rest = country === '39' || country === '34' ? number : number.slice(1);
  const [one = [], ...others] = sizes;
  const [first = 0, ...more] = random.oneOf([one, ...others]);
  const groups = number === rest || first === 0 ? [first, ...more] : [first - 1, ...more];
  const written = grouped(
    rest,
    groups.filter((size) => size > 0),
    random.oneOf([' ', ' ', '-', '.']),
  );
  const head = random.oneOf([`+${country} `, `+${country}`, `00${country} `, `(+${country}) `]);
  return number === rest || random.whole(0, 4) > 0 ? head + written : `+${country} (0)${written}`;
}

/** As printed in documents that people carry; a word before has to name them. */
export const documentValues: Readonly<Record<string, MakesValue>> = {
  'PASSPORT.it': (random) => `Y${letters(random, 1, 'ABC')}${figures(random, 7)}`,
  'PASSPORT.de': (random) =>
    `C${letters(random, 1, 'FGHJK')}${figures(random, 1)}${letters(random, 1, 'MNPRT')}${figures(random, 5)}`,
  'PASSPORT.fr': (random) => `${two(random.whole(4, 24))}${letters(random, 2)}${figures(random, 5)}`,
  'PASSPORT.es': (random) => `${letters(random, 3)}${figures(random, 6)}`,
  'PASSPORT.en': (random) => `${random.whole(1, 9)}${figures(random, 8)}`,
  'ID_DOCUMENT.it': (random) => `C${letters(random, 1)}${figures(random, 5)}${letters(random, 2)}`,
  'ID_DOCUMENT.de': (random) =>
    `L${figures(random, 1)}${letters(random, 1, 'MNPRT')}${figures(random, 2)}${letters(random, 2, 'CFGHJK')}${figures(random, 2)}`,
  'ID_DOCUMENT.fr': (random) => `${two(random.whole(10, 24))}${two(random.whole(1, 12))}75${figures(random, 6)}`,
  'DRIVING_LICENCE.it': (random) => `U1${letters(random, 1)}${figures(random, 6)}${letters(random, 1)}`,
  'DRIVING_LICENCE.de': (random) =>
    `B${figures(random, 3)}${letters(random, 3)}${figures(random, 2)}${letters(random, 1)}${figures(random, 1)}`,
  'DRIVING_LICENCE.en': (random) =>
    `${letters(random, 5)}${figures(random, 6)}${letters(random, 2)}${figures(random, 1)}${letters(random, 2)}`,
  'PLATE.it': (random) => `${letters(random, 2)}${random.oneOf(['', ' '])}${figures(random, 3)}${letters(random, 2)}`,
  'PLATE.de': (random) =>
    `${random.oneOf(['B', 'M', 'HH', 'K', 'KA', 'FFB'])}${random.oneOf(['-', ' '])}${letters(random, 2)} ${random.whole(1, 9999)}`,
  'PLATE.fr': (random) => `${letters(random, 2)}-${figures(random, 3)}-${letters(random, 2)}`,
  'PLATE.es': (random) =>
    `${figures(random, 4)}${random.oneOf(['', ' '])}${letters(random, 3, 'BCDFGHJKLMNPRSTVWXYZ')}`,
  'PLATE.en': (random) => `${letters(random, 2)}${two(random.whole(2, 74))} ${letters(random, 3)}`,
};

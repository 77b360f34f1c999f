import * as fc from 'fast-check';
import { anyCharacter } from '../_support/any-character.ts';

/** JSON texts as odd as the grammar allows: white space anywhere, escapes at will, numbers of every spelling. */

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 });

/** One character of a string, plain where it may be or escaped. */
const character = fc
  .tuple(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
    fc.constantFrom('plain', 'plain', 'unicode', 'short'),
  )
  .map(([unit, spelling]) => {
    const json = JSON.stringify(unit).slice(1, -1);
    if (spelling === 'short' && unit === '/') return '\\/';
    if (spelling !== 'unicode') return json;
    return Array.from({ length: unit.length }, (_, i) => escaped(unit.charCodeAt(i))).join('');
  });
const loneSurrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map(escaped);

function escaped(unit: number): string {
  const hex = unit.toString(16).padStart(4, '0');
  return `\\u${unit % 2 === 0 ? hex : hex.toUpperCase()}`;
}

const body = fc.array(fc.oneof({ weight: 20, arbitrary: character }, { weight: 1, arbitrary: loneSurrogate }), {
  maxLength: 12,
});
export const jsonString = body.map((units) => `"${units.join('')}"`);

const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: 1, maxLength: 25 });
export const jsonNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      digits.map((text) => `1${text}`),
    ),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) => {
    return `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`;
  });

const scalar = fc.oneof(jsonString, jsonNumber, fc.constantFrom('true', 'false', 'null'));
const key = fc.oneof(
  { weight: 3, arbitrary: jsonString },
  { weight: 1, arbitrary: fc.constantFrom('"model"', '"__proto__"', '"7"', '"usage"', '""', '"é"') },
);

function members(value: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<readonly string[]> {
  const member = fc
    .tuple(space, key, space, space, value, space)
    .map(([a, name, b, c, json, d]) => ({ name: JSON.parse(name) as string, text: `${a}${name}${b}:${c}${json}${d}` }));
  const options = { maxLength, selector: (one: { readonly name: string }) => one.name };
  return fc.uniqueArray(member, options).map((list) => list.map(({ text }) => text));
}

const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', maxDepth: 4 }, scalar, tie('array'), tie('object')),
  array: fc
    .tuple(space, fc.array(fc.tuple(space, tie('value'), space), { maxLength: 3 }))
    .map(([gap, items]) => `[${gap}${items.map((parts) => parts.join('')).join(',')}]`),
  object: members(tie('value'), 3).map((list) => `{${list.join(',')}}`),
}));

/** Any JSON text. */
export const jsonText = value;

const collidingKey = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"\\u0062"', '"c"', '"d"', '"é"', '"\\u00e9"', '""');
const collidingMembers = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(collidingKey, space, value), { maxLength: 4 })
    .map((list) => `{${list.map(([name, gap, json]) => `${name}${gap}:${json}`).join(',')}}`);

/** An object in which keys are likely to stand twice, at any of three depths and in different spellings. */
export const collidingObject = collidingMembers(
  fc.oneof(
    jsonNumber,
    collidingMembers(jsonNumber),
    fc.array(collidingMembers(jsonNumber), { maxLength: 2 }).map((list) => `[${list.join(',')}]`),
  ),
);

/** An object without duplicate keys, with white space around it. */
export const jsonObject = fc
  .tuple(space, fc.oneof(members(value, 5), members(scalar, 24)), space, space)
  .map(([before, list, gap, after]) => `${before}{${gap}${list.join(',')}}${after}`);

import test from 'ava';
import * as fc from 'fast-check';
import type { PiiEntity } from '../../../src/personal-data/pii-kinds.ts';
import { CastBook, type CastEntry } from '../../../src/personal-data/placeholders/cast-book.ts';
import { placeholderRestorer as restorerInParts } from '../../_support/placeholder-restorer.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const rules = { hosts: new Set(['x.example']), own: new Set<string>() };
const placeholderRestorer = (entries: readonly CastEntry[]) => restorerInParts(entries, rules);

// What a model makes of placeholders, whole and in pieces.

const book = new CastBook(Buffer.alloc(32, 7));
const entry = (value: string, entity: PiiEntity, kind = {}): CastEntry => book.entryOf(value, entity, kind);
const person = entry('Mario Rossi', 'PERSON');
const iban = entry('IT60 X054 2811 1010 0000 0123 456', 'IBAN');
const phone = entry('393471234567', 'PHONE', { isNumber: true });
const mail = entry('mario@rossi.example', 'EMAIL', { shape: 'email' });
const machine = entry('10.11.12.13', 'IP', { shape: 'ipv4' });
const { restore, openLane } = placeholderRestorer(book.entries);
const core = person.placeholder.slice(1, -1);
const id = core.slice('PERSON-'.length);
const account = iban.placeholder.slice(1, -1);
const spread = (between: string): string => Array.from(id).join(between);
const moved = (text: string, from: RegExp, by: number): string =>
  text.replaceAll(from, (sign) => String.fromCodePoint(sign.charCodeAt(0) + by));
const wide = (text: string): string => moved(text, /[!-~]/g, 0xfee0);
const bold = (text: string): string => moved(moved(text, /[A-Z]/g, 0x1d3bf), /[a-z]/g, 0x1d3b9);
const inCodes = (text: string, before: string, behind = ''): string =>
  Array.from(text, (sign) => before + sign.charCodeAt(0).toString(16) + behind).join('');

test('what begins like a placeholder is held back no further than one is long', (t) => {
  const wide = `<b class="${'x'.repeat(50)}">`.repeat(12);
  for (const text of [`[PERSON-${wide}${id}]`, `[${core}${wide}]`, `[P${wide}ERSON-${id}] [${core}]`]) {
    const lane = openLane();
    let written = '';
    for (const sign of text) {
      written += lane.push(sign);
      t.true((lane.held ?? '').length <= 512);
    }
    t.is(written + lane.flush(), restore(text));
  }
});

test('a placeholder is brackets, a kind and five symbols; another spelling of the value has one more', (t) => {
  t.regex(person.placeholder, /^\[PERSON-[2-9b-z]{5}\]$/);
  const loud = entry('MARIO ROSSI', 'PERSON');
  t.regex(loud.placeholder, new RegExp(`^\\[${core}[2-9b-z]\\]$`));
  const both = placeholderRestorer([person, loud]);
  t.is(both.restore(`${loud.placeholder}, ${person.placeholder}`), 'MARIO ROSSI, Mario Rossi');
});

const read: Readonly<Record<string, readonly [string, string]>> = {
  'as it was written': [`Dear ${person.placeholder}!`, 'Dear Mario Rossi!'],
  'in lower case': [`[person-${id}]`, 'Mario Rossi'],
  'in capitals': [`[PERSON-${id.toUpperCase()}]`, 'Mario Rossi'],
  'without its brackets': [`Dear ${core},`, 'Dear Mario Rossi,'],
  'without the closing one': [`[${core} said`, 'Mario Rossi said'],
  'with a glued ending': [`${person.placeholder}s, ${core}'s`, "Mario Rossis, Mario Rossi's"],
  'in emphasis': [`**${core}**`, '**Mario Rossi**'],
  'with a hyphen that does not break': [`[PERSON‑${id}]`, 'Mario Rossi'],
  'with an underscore': [`[PERSON_${id}] [PERSON\\_${id}]`, 'Mario Rossi Mario Rossi'],
  'escaped for Markdown': [`\\[PERSON\\-${id}\\]`, 'Mario Rossi'],
  'escaped twice': [`\\\\[${core}\\\\]`, 'Mario Rossi'],
  'behind the backslash of a path': [`C:\\Users\\${person.placeholder}\\docs`, 'C:\\Users\\Mario Rossi\\docs'],
  'between such backslashes': [`C:\\${person.placeholder}\\${person.placeholder}\\`, 'C:\\Mario Rossi\\Mario Rossi\\'],
  'in entities of HTML': [`&#91;${core}&#93;`, 'Mario Rossi'],
  'in an address': [`https://x.example/?q=%5B${core}%5D&n=1`, 'https://x.example/?q=Mario%20Rossi&n=1'],
  'in an address, escaped twice': [`https://x.example/?q=%255B${core}%255D`, 'https://x.example/?q=Mario%2520Rossi'],
  'in an address, with its hyphen escaped': [
    `https://x.example/?q=%5BPERSON%2D${id}%5D`,
    'https://x.example/?q=Mario%20Rossi',
  ],
  'in the escapes of an address behind a blank': [
    `to %5B${core}%5D, %5b${core}%5d %255B${core}%255D now`,
    'to Mario%20Rossi, Mario%20Rossi Mario%2520Rossi now',
  ],
  'in hexadecimal entities': [`&#x5b;PERSON&#x2d;${id}&#x5D;`, 'Mario Rossi'],
  'with an entity for its hyphen': [`[PERSON&#8209;${id}] [PERSON&ndash;${id}]`, 'Mario Rossi Mario Rossi'],
  'by the codes of its brackets': [`\\u005bPERSON\\u002d${id}\\u005D \\x5b${core}\\x5d`, 'Mario Rossi Mario Rossi'],
  'by the code of its opening bracket alone': [
    `\\u005b${core}] \\x5bPERSON-${id}] \\\\u005b${core}] \\u005b${core}, \\u005b${core}`,
    'Mario Rossi Mario Rossi Mario Rossi Mario Rossi, Mario Rossi',
  ],
  'glued to letters of scripts without blanks': [
    `您好${core}さん、${account}と「${account}」ที่${account}`,
    `您好Mario Rossiさん、${iban.value}と「${iban.value}」ที่${iban.value}`,
  ],
  'of another kind, in the quotes of books': [
    `“${account}” „${account}“ «${account}» ‘${account}’ —${account}`,
    `“${iban.value}” „${iban.value}“ «${iban.value}» ‘${iban.value}’ —${iban.value}`,
  ],
  'in full-width brackets': [`【${core}】和［PERSON－${id}］`, 'Mario Rossi和Mario Rossi'],
  'with blanks': [`[ ${core} ] [PERSON - ${id}] [PERSON ${id}]`, 'Mario Rossi Mario Rossi Mario Rossi'],
  'with blanks that do not break': [`[PERSON\u00a0-\u00a0${id}] [PERSON\u202f${id}]`, 'Mario Rossi Mario Rossi'],
  'with a line broken behind its hyphen': [`[PERSON-\n  ${id}] [PERSON-\r\n${id}]`, 'Mario Rossi Mario Rossi'],
  'with characters without width': [`[PERSON\u200b-\u2060${id}]`, 'Mario Rossi'],
  'with characters without width in it': [
    `[P\u00adERSON-${spread('\u200b')}] [PERSON-${spread('\u00ad')}\u200d] PERSON-${spread('\u2060')}, [\u202aPERSON-${id}\u202c]`,
    'Mario Rossi Mario Rossi Mario Rossi, Mario Rossi',
  ],
  'with marks on its letters': [`[PERSON-${spread('\u0332')}] [PERSON-${spread('\ufe0f')}]`, 'Mario Rossi Mario Rossi'],
  'in letters of other forms': [
    `${wide(`[${core}]`)} [${wide(core)}] ${wide(core)}、[${bold(core)}]`,
    'Mario Rossi Mario Rossi Mario Rossi、Mario Rossi',
  ],
  'between brackets of two forms': [
    `[${core}］ 〔${core}〕 ⟦${core}⟧ ［${core}]`,
    'Mario Rossi Mario Rossi Mario Rossi Mario Rossi',
  ],
  'with emphasis in it': [
    `[**PERSON**-${id}] [PERSON-__${id}__] [PERSON-*${id}*] [\`${core}\`]`,
    'Mario Rossi Mario Rossi Mario Rossi Mario Rossi',
  ],
  'with elements in it': [
    `[PERSON_<b>${id}</b>] [<em>PERSON</em>-${id}] [PERSON-${spread('<wbr>')}] [PERSON<!-- x -->-${id}] PERSON-<span class="x">${id}`,
    'Mario Rossi Mario Rossi Mario Rossi Mario Rossi Mario Rossi',
  ],
  'with backslashes in it': [`[PERSON-${spread('\\')}\\]`, 'Mario Rossi'],
  'by the codes of its letters': [
    `[PERSON-${inCodes(id, '\\u00')}] [${inCodes('PERSON-', '&#x', ';')}${id}] %5BPERSON-${inCodes(id, '%')}%5D [PERSON-${spread('\\u200b')}]`,
    'Mario Rossi Mario Rossi Mario%20Rossi Mario Rossi',
  ],
  'of another kind, in other brackets': [
    `(${account}) {${account}} <${account}>`,
    `(${iban.value}) {${iban.value}} <${iban.value}>`,
  ],
  'of another kind, in quotes and emphasis': [
    `"${account}" **${account}** \`${account}\``,
    `"${iban.value}" **${iban.value}** \`${iban.value}\``,
  ],
  'of another kind, in a table and behind an equals sign': [
    `|${account}|iban=${account}`,
    `|${iban.value}|iban=${iban.value}`,
  ],
  'in brackets twice': [`[${person.placeholder}](x)`, '[Mario Rossi](x)'],
  'for a number of JSON': [`{"tel":"${phone.placeholder}"}`, '{"tel":393471234567}'],
  'for a number of JSON in JSON': [
    `{"a":"{\\"tel\\":\\"${phone.placeholder}\\"}"}`,
    '{"a":"{\\"tel\\":393471234567}"}',
  ],
  'for a number, as a name': [`{"${phone.placeholder}":1}`, '{"393471234567":1}'],
  'for a number, as a name before blanks': [`{"${phone.placeholder}" \n\t: 1}`, '{"393471234567" \n\t: 1}'],
  'for a number, before blanks': [`["${phone.placeholder}" , 1]`, '[393471234567 , 1]'],
  'for a number, in words': [`"call ${phone.placeholder}"`, '"call 393471234567"'],
  'shaped like an address of mail': [`to ${mail.placeholder}.`, 'to mario@rossi.example.'],
  'shaped like an address of a machine': [`at ${machine.placeholder}.`, 'at 10.11.12.13.'],
};
for (const [how, [written, restored]] of Object.entries(read)) {
  test(`a placeholder is restored ${how}`, (t) => t.is(restore(written), restored));
}

const left = [
  '[PERSON-zzzzz]',
  `XPERSON-${id}`,
  `PERSON ${id}`,
  `[PERSON    ${id}]`,
  `PERSON_${id}`,
  `my ${account}`,
  `(${account.toLowerCase()})`,
  '[PERSON-]',
  '[ PERSON ]',
  `${machine.placeholder}7`,
  'P',
  '[',
  '\\',
  '"',
];
for (const text of left)
  test(`a text that is no placeholder stays unchanged: ${text}`, (t) => t.is(restore(text), text));

test('placeholders inside a restored value are not restored', (t) => {
  const inner = entry(core, 'ADDRESS');
  t.is(placeholderRestorer([person, inner]).restore(inner.placeholder), core);
});

test('a lane holds back only what may become a placeholder', (t) => {
  const lane = openLane();
  t.is(lane.push('Dear '), 'Dear ');
  t.is(lane.push('[PER'), '');
  t.true(lane.isHolding);
  t.is(lane.push('haps]'), '[PERhaps]');
  t.is(lane.push(`[${core}`), '');
  t.is(lane.push('] and \\'), 'Mario Rossi and ');
  t.is(lane.push('n'), '\\n');
  t.is(lane.push(`[${core}`), '');
  t.is(lane.flush(), 'Mario Rossi');
  t.false(lane.isHolding);
});

const said = [person, iban, phone, mail, machine].map(({ placeholder }) => placeholder);
const fragments = [
  ...said.flatMap((placeholder) => [placeholder, placeholder.slice(1, -1), placeholder.slice(0, 5)]),
  ...Object.values(read).map(([written]) => written),
  ...left,
  '\\\\',
  '\\\\\\',
  '\\"',
  '&',
  '&#9',
  '%5',
  ' ',
  ']',
  '-',
  id,
  'é',
  '😀',
  '\ud83d',
  'שלום',
  'A',
  '1',
  ':',
  '}',
  '\n',
];

test('prose is never held back, and code only where a placeholder may begin', (t) => {
  const heldIn = (pieces: readonly string[]): readonly string[] => {
    const lane = openLane();
    return pieces.filter((piece) => {
      lane.push(piece);
      return lane.isHolding;
    });
  };
  t.deepEqual(
    heldIn('I met (as usual) all of them at 9 and, E poi, everybody left . Andiamo a vedere'.split(/(?= )/)),
    [],
  );
  t.deepEqual(heldIn(['a', ' &&', ' b', ' %', ' 5', ' ===', ' c']), [' %']);
  t.deepEqual(heldIn(['list', '[', '0', ']', ' &', 'amp;']), ['[', ' &']);
});

test('the pieces of a text join to the restored whole, wherever it is cut', (t) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 10 }), fc.array(fc.nat(400)), (parts, at) => {
      const whole = parts.join('');
      const cuts = [0, ...at.map((each) => each % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
      const lane = openLane();
      const out = cuts.slice(1).map((cut, i) => lane.push(whole.slice(cuts[i], cut)));
      t.is(out.join('') + lane.flush(), restore(whole));
    }),
    { numRuns: propertyRuns(5_000) },
  );
});

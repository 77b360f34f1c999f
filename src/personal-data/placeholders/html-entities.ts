/** HTML's names of the characters from U+00A0 to U+00FF, in that order (HTML 4.01, section 24.2). */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Other names that may stand for a character of a name, an address or a number. */
const others = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  commat: '@',
  period: '.',
  lowbar: '_',
  plus: '+',
  num: '#',
  sol: '/',
  colon: ':',
  hyphen: '-',
  dash: '-',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Zcaron: 'Ž',
  zcaron: 'ž',
  Ccaron: 'Č',
  ccaron: 'č',
  Cacute: 'Ć',
  cacute: 'ć',
  Lstrok: 'Ł',
  lstrok: 'ł',
  aogon: 'ą',
  eogon: 'ę',
  nacute: 'ń',
  sacute: 'ś',
  zacute: 'ź',
  zdot: 'ż',
  Yuml: 'Ÿ',
} as const;

const firstLatin1 = 0xa0;

/** Characters by HTML's names for them, without `&` and `;`. */
export const htmlEntities: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, place) => [name, String.fromCharCode(firstLatin1 + place)] as const),
  ...Object.entries(others),
]);

/** Texts that cost too much where a rule looks back, tries again, or meets its own beginnings, each of about that length. */
export const hostileShapes = {
  'one letter': 'a',
  'digits without end': '1',
  'digits apart': '1 ',
  'labels of a domain': 'a.a',
  'signs of mail': 'a@',
  'groups of four digits': '4111 ',
  'beginnings of accounts': 'IT60 X054 ',
  'groups behind their word': 'card 4111 - 1111 - iban MA64 - 0115 - ',
  'gaps without end': '4111                                                                ',
  'international numbers': '+39 ',
  'capitals in a row': 'Ab Cd ',
  'streets without number': 'via ',
  'numbers of houses': '1 High ',
  'words that announce': 'geboren tel iban passport ',
  'colons and hex': 'ab:',
  'small words between capitals': 'Al de la ',
  'spelled signs of mail': 'a [dot] b [at] ',
  'unprinted characters': '1\u0000',
  'combining marks': 'e\u0301\u200b',
  titles: 'Dr. ',
  'names joined by underscores': 'Mario_Rossi ',
  names: 'Mario Rossi, ',
  'names in one word': 'MarioRossi',
  'words joined with digits': 'tel0171 IBANDE89 ',
  'letters around an account': 'xDE89370400440532013001',
  'words that are also in small letters': 'Xyz Abc, xyz ',
  'bytes in base 16': '4c46 0201 ',
  'ids in groups': 'f47ac10b-58cc-4372-a567-',
} as const satisfies Readonly<Record<string, string>>;

export function hostileText(shape: keyof typeof hostileShapes, length: number): string {
  return hostileShapes[shape].repeat(Math.ceil(length / hostileShapes[shape].length)).slice(0, length);
}

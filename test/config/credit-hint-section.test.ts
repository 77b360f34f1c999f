import test from 'ava';
import { creditHintSection } from '../../src/config/credit-hint-section.ts';

const id = '0b8f0a52-6f0f-4c5e-9b2e-7a5d5f1c9e11';

test('a text may contain links of the web, and is the same for all, a reseller or a tenant', (t) => {
  const texts = [
    'Ask Anna, room 3.',
    'https://pay.example/top-up?tenant=a&x=1#now',
    'Guthaben: (https://pay.example/aufladen), täglich 9:00–17:30.',
    'Top up at HTTP://pay.example: it takes a minute',
    '充值 👛 https://pay.example/充值',
    'x'.repeat(300),
  ];
  for (const text of texts) {
    const section = { text, resellers: { [id]: text }, tenants: { [id.toUpperCase()]: text } };
    t.deepEqual(creditHintSection.parse(section), { text, resellers: { [id]: text }, tenants: { [id]: text } }, text);
  }
  t.deepEqual(creditHintSection.parse(undefined), { resellers: {}, tenants: {} });
});

test('no other links, control characters, further lines or lengths', (t) => {
  const texts = [
    '',
    ' ',
    ' padded',
    'padded ',
    'x'.repeat(301),
    'two\nlines',
    'a\ttab',
    'back\rto the start',
    '\u001b[31mred\u001b[0m',
    'a\u0000b',
    'C1 \u009b31m',
    'next\u0085line',
    'line\u2028separator',
    'paragraph\u2029separator',
    'turned \u202eround',
    'hidden\u200bin it',
    'half \ud800 of a pair',
    'private \ue000 use',
    'javascript:alert(1)',
    'see,JavaScript:alert(1)',
    'Pay (data:text/html,hello)',
    'ftp://pay.example',
    'mailto:pay@pay.example',
    'file:///etc/passwd',
    'https://',
    'https://user:secret@pay.example',
    'at:https://pay.example',
  ];
  for (const text of texts) {
    for (const section of [{ text }, { tenants: { [id]: text } }, { resellers: { [id]: text } }]) {
      t.false(creditHintSection.safeParse(section).success, JSON.stringify(section));
    }
  }
  for (const section of [{ tenants: { acme: 'Pay' } }, { text: 3 }, { keys: {} }, 'Pay']) {
    t.false(creditHintSection.safeParse(section).success, JSON.stringify(section));
  }
});

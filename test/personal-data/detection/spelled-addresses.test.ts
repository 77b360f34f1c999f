import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';
import { piiEntities } from '../../../src/personal-data/pii-kinds.ts';

// E-mail addresses whose signs are spelled, and what is written like them.

const asked = { entities: new Set(piiEntities), languages: ['de', 'en', 'es', 'fr', 'it'] as const };
const foundIn = (text: string): readonly string[] =>
  applyDetectionRules(text, asked).map(({ start, end, entity }) => `${entity} ${text.slice(start, end)}`);

const addresses = [
  'ada [at] example [dot] org',
  'ada [dot] lovelace [at] example [dot] org',
  'ada(at)example(dot)co(dot)uk',
  'ada.lovelace {AT} example {DOT} org',
  'ada (chiocciola) example (punto) org',
  'ada [at] example[.]org',
  'ada@example[.]org',
  'ada@example(.)co(.)uk',
  'ada@example [dot] org',
  'ada at example dot org',
  'ada dot lovelace at example dot co dot uk',
  'ADA AT EXAMPLE DOT COM',
  'ada arroba example punto es',
  'ada @ example dot com',
  'ada-at-example-dot-org',
  ...'ada @ example . co . uk|ada [a] example [d] org|a.b(a)mail(d)example(d)de|ada (a) mail (d) example (d) de|ada=40example.org|user @ host . io|ada @ mail . de|ada.l @ mail . nl|ada (a) example.org|ada(a)example.org|ada.b [a] mail.co.uk|ada {a} mail.de|ada [a] example [d] io|ADA (A) EXAMPLE (D) COM'.split(
    '|',
  ),
];
for (const address of addresses) {
  test(`an address is found: ${address}`, (t) => t.deepEqual(foundIn(`to ${address}, please`), [`EMAIL ${address}`]));
}

const left = [
  'm[a]n[d]e, at this . it, w=40px.auto, vertex dot normal, the point at x dot y, at noon dot the i',
  'items[at].name, x[at] b, x[at].y[dot].z, look(at)this and text[at](dot)',
  // Legal points, sentences behind a sign, and numbers of queries
  "conformément aux points (a) et (d) de l'article 6",
  'les lettres [a] à [d] de la liste',
  'clauses (a) and (d) at the latest',
  'points (a) and (d) net of tax',
  'point (a) with (d) it is lawful',
  'Buchstaben (a) und (d) es sei denn',
  'los apartados (a) y (d) de la ley',
  'alle lettere (a) e (d) it',
  'Meet @ noon . It is late, or @ 2.30 . It is not',
  'Meet @ noon . OK . It is late',
  'Nos vemos @ casa . De nada',
  'On se voit @ midi . De rien',
  'Wir essen @ Mittag . Es wird spät',
  'Siamo @ casa . It was late',
  'ask @ work . Info follows',
  'code xs @ w . it',
  'Wir essen @ mittag . es wird spät, nos vemos @ casa . de nada',
  'either option (a) example.org or kwargs (b) example.com; see (a) example.org',
  'if (a) b.test(c); xs (a) b.at(1); fn(a)b.io = 1; ys (a) b.test.c; zs(a)b.io/c; alumno(a) casa.es',
  'kwargs (a) CIV (d) EU',
  'we are at this point it seems, and left at that point at noon',
  '?size=40px.example.com and ?user=40example.com',
  'id=40cm.it, rate=40ms.io, clock=40MHz.de, to=40163.com',
];
for (const text of left) test(`no address is found in ${text}`, (t) => t.deepEqual(foundIn(text), []));

test('what is in the quotes of a local part is found, unless it is an everyday word', (t) => {
  const found = ['EMAIL ada.lovelace', 'EMAIL ada lovelace', 'EMAIL lovelace'];
  t.deepEqual(foundIn('"ada.lovelace"@example.org, "ada lovelace"@example.org, "lovelace"@example.org'), found);
  t.deepEqual(foundIn('"user"@example.org, "x"@example.org, "12345"@example.org, "lovelace" @ work'), []);
});

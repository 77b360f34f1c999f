import test from 'ava';
import * as fc from 'fast-check';
import { piiLanguages } from '../../src/personal-data/pii-kinds.ts';
import { languagesOfText } from '../../src/personal-data/text-languages.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const letters: Readonly<Record<string, string>> = {
  de: 'Ich möchte wissen, ob die Rechnung für meine Wohnung schon bezahlt ist und wie es mit dem Vertrag weitergeht.',
  en: 'I would like to know whether the invoice for my flat has been paid, and what you will do with the contract.',
  es: 'Quiero saber si la factura de mi piso ya está pagada y cuando van a enviar el contrato para los dos, por favor.',
  fr: 'Je voudrais savoir si la facture pour mon appartement est payée et ce que vous allez faire avec le contrat.',
  it: 'Vorrei sapere se la fattura per il mio appartamento è già pagata e che cosa succede con il contratto della casa.',
  nl: 'Ik wil graag weten of de rekening voor mijn huis al betaald is en wat het kost om het contract te verlengen.',
  el: 'Θα ήθελα να μάθω αν το τιμολόγιο για το σπίτι μου είναι πληρωμένο και τι θα γίνει με το συμβόλαιο.',
};
for (const [language, letter] of Object.entries(letters)) {
  test(`the language of a letter is recognised: ${language}`, (t) => {
    t.true(languagesOfText(letter)?.includes(language as 'de'), String(languagesOfText(letter)));
    t.is(languagesOfText(`${letter} `.repeat(400))?.[0], languagesOfText(letter)?.[0]);
  });
}

test('both languages of a text are recognised, also where the second one begins late', (t) => {
  t.deepEqual(languagesOfText(`${letters['en']} ${letters['it']}`), ['en', 'it']);
  const late = `${letters['en']} `.repeat(200) + `${letters['it']} `.repeat(100);
  t.deepEqual(languagesOfText(late), ['en', 'it']);
});

const silent = [
  '',
  'Mario Rossi',
  'IT60X0542811101000000123456',
  '你好，我叫王伟，请问我的账单付了吗？',
  'for (const x of list) { if (x.is === null) return; const { a, b } = x; } // done',
  'name,iban,phone\nMario Rossi,IT60X0542811101000000123456,+39 347 123 4567\n'.repeat(20),
];
for (const text of silent) {
  test(`a text without clear signs has no language: ${JSON.stringify(text.slice(0, 30))}`, (t) => {
    t.is(languagesOfText(text), null);
  });
}

test('any text can be read, and has known languages or none', (t) => {
  const any = fc.array(fc.constantFrom(...Object.values(letters), 'x', '𝒜', '\ud83d', ' ', '\n', '0', 'der', 'il'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(any, (parts) => {
      const told = languagesOfText(parts.join(''));
      return told === null || (told.length > 0 && told.every((each) => piiLanguages.includes(each)));
    }),
    { numRuns: propertyRuns(100) },
  );
  t.pass();
});

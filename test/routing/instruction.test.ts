import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import test from 'ava';
import { instructionIn } from '../../src/routing/instruction.ts';
import { hostileShapes, hostileText } from '../_support/hostile-text.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const question = 'Which ports does this project listen on?';

for (const path of [
  'README.md',
  'package.json',
  'src/routing/choice.ts',
  'CHANGELOG.md',
  '.ci/run',
  'infra/compose.yaml',
]) {
  test(`a question above, below or around ${path} is all that is asked`, (t) => {
    const pasted = file(path).slice(0, 8_000);
    for (const text of [
      `${question}\n\n${pasted}`,
      `${pasted}\n\n${question}`,
      `${question}\n\`\`\`\n${pasted}\n\`\`\``,
      `<document>\n${pasted}\n</document>\n\n${question}`,
    ]) {
      t.is(instructionIn(text).text, question, text.slice(0, 60));
    }
  });
}

test('a request that begins with a verb is found beside what it is about', (t) => {
  const prose = 'The harbour was quiet when the boats came in, and nobody spoke of the storm. '.repeat(20);
  t.is(instructionIn(`Summarise the story in one sentence.\n\n${prose}`).text, 'Summarise the story in one sentence.');
  t.is(instructionIn(`${prose}\n\nTraduci il testo in inglese.`).text, 'Traduci il testo in inglese.');
});

test('a problem is asked whole, with its conditions', (t) => {
  const problem = 'A train leaves at 9:15.\n\nAnother leaves at 9:45 and is faster.\n\nWhen do they meet?';
  t.deepEqual(instructionIn(problem), { text: problem, hasCode: false });
});

test('code with nothing beside it is what is asked', (t) => {
  const code = 'def double(x):\n    return 2 * x\n';
  t.deepEqual(instructionIn(code), { text: code, hasCode: true });
});

test('a word on a line of its own asks for nothing', (t) => {
  const text = `${'Consider the treaty and its consequences for the colonies. '.repeat(30)}\n\nAnswer:`;
  t.true(instructionIn(text).text.includes('treaty'));
});

test('the instruction of any text is no longer than the text, but for breaks between its parts', (t) => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom('', '```', '    x = 1;', '> quoted', '# title', 'Why?', '- item', '{"a":1}', '\t'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const text = lines.join('\n');
      return instructionIn(text).text.length <= text.length + lines.length;
    }),
    { numRuns: propertyRuns(300) },
  );
  for (const shape of Object.keys(hostileShapes) as (keyof typeof hostileShapes)[]) {
    t.true(instructionIn(hostileText(shape, 12_288)).text.length <= 12_288, shape);
  }
});

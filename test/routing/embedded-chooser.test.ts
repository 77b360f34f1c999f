import test from 'ava';
import type { Candidate } from '../../src/routing/candidate.ts';
import { untrainedTable } from '../../src/routing/domain-table.ts';
import { createEmbeddedChooser } from '../../src/routing/embedded-chooser.ts';
import { clippedText, clippedToolResults, type RoutingQuestion } from '../../src/routing/question.ts';

const question = (text: string): RoutingQuestion => ({
  openingText: clippedText(text),
  latestText: clippedText(text),
  toolResults: [],
  effort: null,
  outputTokensMax: null,
  inputTokens: 100,
  toolCount: 0,
  wantsSchema: false,
  hasAttachments: false,
  isCompacted: false,
});
const candidates: readonly Candidate[] = [
  { profile: 'light', target: 'a', qualityRank: 0, expectedCost: 10n },
  { profile: 'advanced', target: 'b', qualityRank: 1, expectedCost: 100n },
];
const chooser = createEmbeddedChooser(untrainedTable);

test('a candidate is chosen, the others stand behind it', (t) => {
  const choice = chooser.choose(question('What is a revision?'), candidates, 'balanced');
  t.is(choice.scores[0]?.profile, choice.selected);
  t.deepEqual([choice.selected, ...choice.fallbackOrder].toSorted(), ['advanced', 'light']);
});

test('the only candidate is chosen', (t) => {
  const choice = chooser.choose(question('?'), candidates.slice(0, 1), 'quality');
  t.is(choice.selected, 'light');
  t.deepEqual(choice.reasonCodes, ['only_candidate']);
});

test('a quality that may cost nothing is economical, one that may cost anything is the most capable', (t) => {
  t.is(chooser.choose(question('Why?'), candidates, { lambda: 10 }).selected, 'light');
  t.is(chooser.choose(question('Why?'), candidates, { lambda: 0 }).selected, 'advanced');
});

test('a long text is its beginning and its end', (t) => {
  const clipped = clippedText(`${'a'.repeat(50_000)}${'b'.repeat(50_000)}`);
  t.is(clipped, 'a'.repeat(8_192) + 'b'.repeat(4_096));
});

test('of tool results the newest are kept, each by its beginning and its end', (t) => {
  const results = Array.from({ length: 10 }, (_, index) => ({ text: `${index}`.repeat(5_000), isError: index === 9 }));
  const clipped = clippedToolResults(results);
  t.deepEqual(
    clipped.map(({ text }) => text[0]),
    ['2', '3', '4', '5', '6', '7', '8', '9'],
  );
  t.is(clipped[0]?.text.length, 4_096);
  t.true(clipped.at(-1)?.isError);
});

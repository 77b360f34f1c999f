import * as fc from 'fast-check';
import test from 'ava';
import { reasonCodes } from '../../src/routing/choice.ts';
import { untrainedTable, type DomainTable } from '../../src/routing/domain-table.ts';
import { createEmbeddedChooser } from '../../src/routing/embedded-chooser.ts';
import { clippedText, clippedToolResults } from '../../src/routing/question.ts';
import { routingPolicies } from '../../src/routing/routing-policy.ts';
import { trainTable } from '../../src/routing/training/train-table.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { lightAndAdvanced, routingQuestion, threeCandidates } from '../_support/routing-question.ts';
import { scannedOutcomes, syntheticOutcomes } from '../_support/synthetic-outcomes.ts';

const table: DomainTable = { version: 'test', ...trainTable(scannedOutcomes(syntheticOutcomes())) };
const chooser = createEmbeddedChooser(table);
const hard = 'What of the kernel and the ideal and the ring and the prime, number 3?';
const easy = 'What of the butter and the oven and the dough and the salt, number 3?';
const told = (...texts: readonly string[]) => texts.map((text) => ({ text, isError: false }));

test('a question of a domain that gains goes to the advanced, one that gains nothing to the light', (t) => {
  const [difficult, simple] = [hard, easy].map((text) =>
    chooser.choose(routingQuestion(text), lightAndAdvanced, 'balanced'),
  );
  t.like(difficult, { selected: 'advanced', fallbackOrder: ['light'], reasonCodes: ['worth_its_price'] });
  t.like(simple, { selected: 'light', fallbackOrder: ['advanced'], reasonCodes: ['not_worth_its_price'] });
});

test('the scores carry the expected quality, the best first', (t) => {
  const choice = chooser.choose(routingQuestion(hard), lightAndAdvanced, { lambda: 0.1 });
  const { scores, score, margin, threshold, confidence } = choice;
  const [best, next] = scores;
  t.is(best?.score, score);
  t.is(margin, Math.round(((best?.score ?? 0) - (next?.score ?? 0)) * 10_000) / 10_000);
  t.true((best?.expectedQuality ?? 0) > (next?.expectedQuality ?? 1));
  t.is(threshold, 0.09);
  t.true(confidence > 0.5 && confidence <= 1);
});

test('without a table an easy question is light, and a hard one advanced', (t) => {
  const untrained = createEmbeddedChooser(untrainedTable);
  const selected = (text: string): string =>
    untrained.choose(routingQuestion(text), lightAndAdvanced, 'balanced').selected;
  for (const text of [
    'Hi',
    'Who wrote Hamlet?',
    'What is the capital of France?',
    'Translate "good morning" into Italian.',
  ]) {
    t.is(selected(text), 'light', text);
  }
  for (const text of [
    'Prove that the algorithm terminates, and give its complexity.',
    'Write a lock-free queue in Rust and explain its memory ordering.',
    'A train leaves at 9:15 at 80 km/h, another at 9:45 at 110 km/h from the same station. When does the second catch up, and how far from the station are they then? If the first stops for 7 minutes, how does that change?',
    'The plaintiff sued the landlord for negligence after the tenant assigned the lease, and the contract was silent on assignment. Suppose that the tenant knew of the defect and told nobody. Will the court find for the plaintiff, on what theory, and why not on another?',
  ]) {
    t.is(selected(text), 'advanced', text);
  }
});

test('a long proof has a higher expected gain than a short question, without a table', (t) => {
  const untrained = createEmbeddedChooser(untrainedTable);
  const long = `Suppose that n > 2. Prove, step by step, why x^n + y^n = z^n has no solution. ${'Given that, explain. '.repeat(30)}`;
  t.is(untrained.choose(routingQuestion(long), lightAndAdvanced, 'balanced').selected, 'advanced');
  const choice = untrained.choose(routingQuestion('What time is it?'), lightAndAdvanced, 'balanced');
  t.is(choice.selected, 'light');
  t.true(choice.reasonCodes.includes('domain_unknown'));
});

test('without a table the names of policies keep their order: each sends to the advanced what the one before does', (t) => {
  const untrained = createEmbeddedChooser(untrainedTable);
  const texts = [
    'Hi',
    'Why?',
    'Prove it.',
    hard,
    easy,
    'Explain why the sky is blue, and compare it with Mars. '.repeat(4),
  ];
  const [economy = [], balanced = [], quality = []] = routingPolicies.map((policy) =>
    texts.filter((text) => untrained.choose(routingQuestion(text), lightAndAdvanced, policy).selected === 'advanced'),
  );
  t.true(economy.every((text) => balanced.includes(text)) && balanced.every((text) => quality.includes(text)));
  t.true(economy.length < balanced.length && balanced.length <= quality.length && quality.length < texts.length);
});

test('the only candidate is chosen', (t) => {
  const choice = chooser.choose(routingQuestion('?'), lightAndAdvanced.slice(0, 1), 'quality');
  t.like(choice, { selected: 'light', fallbackOrder: [], margin: 1, confidence: 1, reasonCodes: ['only_candidate'] });
});

test('nothing is chosen without a candidate', (t) => {
  t.throws(() => chooser.choose(routingQuestion('?'), [], 'quality'), { instanceOf: RangeError });
  t.throws(() => chooser.choose(routingQuestion('?', { isCompacted: true }), [], 'quality'), {
    instanceOf: RangeError,
  });
});

test('a higher price for quality chooses a more capable model', (t) => {
  const chosen = [10, 0.4, 0.05].map(
    (lambda) => chooser.choose(routingQuestion(hard), threeCandidates, { lambda }).selected,
  );
  t.deepEqual(chosen, ['light', 'average', 'advanced']);
});

test('a model that costs more and is no better is left out, and asked last', (t) => {
  const dear = { profile: 'old', target: 'd', qualityRank: 1, expectedCost: 200n };
  const choice = chooser.choose(routingQuestion(easy), [...lightAndAdvanced, dear], { lambda: 0 });
  t.is(choice.fallbackOrder.at(-1), 'old');
  const cheapAdvanced = lightAndAdvanced.map((candidate) => ({ ...candidate, expectedCost: 10n }));
  t.like(chooser.choose(routingQuestion(easy), cheapAdvanced, { lambda: 10 }), {
    selected: 'advanced',
    reasonCodes: ['dominated'],
  });
});

test('the cheapest model is always chosen when the dearer one was no better on the outcomes', (t) => {
  const swapped = scannedOutcomes(syntheticOutcomes({ isSwapped: true }));
  const dominated = createEmbeddedChooser({ version: 'swapped', ...trainTable(swapped) });
  for (const policy of routingPolicies) {
    t.like(dominated.choose(routingQuestion(hard), threeCandidates, policy), {
      selected: 'light',
      reasonCodes: ['dominated'],
    });
  }
});

test('all turns of a tool loop choose one model, with any tool results', (t) => {
  const turns = [
    [],
    told('3 files found'),
    told('3 files found', 'export const a = 1;'),
    told('3 files found', 'export const a = 1;', 'file updated'),
  ];
  for (const text of [hard, easy]) {
    const chosen = turns.map((toolResults) => {
      const question = routingQuestion(text, {
        toolResults,
        toolCount: 5,
        inputTokens: 100 + 900 * toolResults.length,
      });
      return chooser.choose(question, lightAndAdvanced, 'balanced').selected;
    });
    t.is(new Set(chosen).size, 1);
  }
});

test('the latest turn counts, and so does the beginning of the conversation', (t) => {
  const gainOf = (openingText: string, latestText: string): number => {
    const { scores } = chooser.choose(routingQuestion(latestText, { openingText }), lightAndAdvanced, { lambda: 0 });
    const qualityOf = (name: string): number => scores.find(({ profile }) => profile === name)?.expectedQuality ?? 0;
    return qualityOf('advanced') - qualityOf('light');
  };
  t.true(gainOf(hard, hard) > gainOf(easy, hard));
  t.true(gainOf(easy, hard) > gainOf(easy, easy));
  t.true(gainOf(hard, 'go on') > gainOf(easy, 'go on'));
});

test('a critical failure and a compacted conversation go up, a settled run goes down', (t) => {
  const select = (more: object) => chooser.choose(routingQuestion(easy, more), threeCandidates, 'economy');
  t.like(select({ toolResults: told('fatal error: out of memory') }), {
    selected: 'advanced',
    fallbackOrder: ['average', 'light'],
    reasonCodes: ['critical_failure'],
  });
  t.like(select({ isCompacted: true }), { selected: 'advanced', reasonCodes: ['compacted'] });
  const settled = routingQuestion(hard, { toolResults: told('file written', '12 tests passed') });
  t.like(chooser.choose(settled, threeCandidates, 'quality'), {
    selected: 'light',
    fallbackOrder: ['average', 'advanced'],
    reasonCodes: ['settled_run'],
  });
});

test('a struggling run is recognised, and named in the choice', (t) => {
  const toolResults = ['x', 'x', 'x'].map((text) => ({ text, isError: true }));
  const choice = chooser.choose(routingQuestion(easy, { toolResults }), lightAndAdvanced, 'balanced');
  t.true(choice.reasonCodes.includes('struggling_run'));
});

test('a higher requested effort raises the expected quality', (t) => {
  const qualityWith = (effort: 'high' | 'minimal'): number =>
    chooser.choose(routingQuestion(hard, { effort }), lightAndAdvanced, { lambda: 0 }).scores[0]?.expectedQuality ?? 0;
  t.true(qualityWith('high') > qualityWith('minimal'));
});

test('a request without text is judged by the mean', (t) => {
  t.true(chooser.choose(routingQuestion(''), lightAndAdvanced, 'balanced').reasonCodes.includes('no_text'));
});

test('a long text is its beginning and its end', (t) => {
  t.is(clippedText(`${'a'.repeat(50_000)}${'b'.repeat(50_000)}`), 'a'.repeat(8_192) + 'b'.repeat(4_096));
});

test('the newest tool results are kept, each with its beginning and its end', (t) => {
  const results = Array.from({ length: 10 }, (_, index) => ({ text: `${index}`.repeat(5_000), isError: index === 9 }));
  const clipped = clippedToolResults(results);
  t.deepEqual(
    clipped.map(({ text }) => text[0]),
    ['2', '3', '4', '5', '6', '7', '8', '9'],
  );
  t.is(clipped[0]?.text.length, 4_096);
  t.true(clipped.at(-1)?.isError);
});

test('a choice is one of the candidates, repeatable, and holds no text of the question', (t) => {
  const questions = fc.record({
    openingText: fc.string({ unit: anyCharacter, maxLength: 100 }),
    latestText: fc.string({ unit: anyCharacter, maxLength: 100 }),
    toolResults: fc.array(fc.record({ text: fc.string({ maxLength: 50 }), isError: fc.boolean() }), { maxLength: 8 }),
    isCompacted: fc.boolean(),
    outputTokensMax: fc.option(fc.nat()),
    toolCount: fc.nat(20),
  });
  const costs = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(questions, costs, fc.constantFrom(...routingPolicies), (asked, prices, policy) => {
      const candidates = prices.map((expectedCost, rank) => ({
        profile: `p${rank}`,
        target: 't',
        qualityRank: rank,
        expectedCost,
      }));
      const question = routingQuestion('', asked);
      const choice = chooser.choose(question, candidates, policy);
      t.deepEqual(chooser.choose(question, candidates, policy), choice);
      const all = candidates.map(({ profile }) => profile);
      t.deepEqual([choice.selected, ...choice.fallbackOrder].toSorted(), all);
      t.true(choice.reasonCodes.every((code) => reasonCodes.includes(code)));
      t.true([choice.score, choice.margin, choice.threshold, choice.confidence].every(Number.isFinite));
      t.true(Object.values(choice.bins).every((bin) => /^[a-z0-9_+-]{1,12}$/.test(bin)));
    }),
    { numRuns: propertyRuns(100) },
  );
});

import * as fc from 'fast-check';
import test from 'ava';
import { trajectoryOf } from '../../src/routing/trajectory.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const told = (...texts: readonly string[]) => texts.map((text) => ({ text, isError: false }));
const failed = (text: string) => ({ text, isError: true });

test('a conversation without tool results has a strain of 0', (t) => {
  t.deepEqual(trajectoryOf([]), { isCritical: false, isSettled: false, strain: 0 });
});

test('a conversation that only reads raises its strain', (t) => {
  const few = trajectoryOf(told('a', 'b'));
  const many = trajectoryOf(told('a', 'b', 'c', 'd', 'e'));
  t.is(few.strain, 0);
  t.true(many.strain > 0);
});

test('the same failure again is a strain, another one is less', (t) => {
  const again = trajectoryOf([failed('no such file'), failed('no such file'), failed('no such file')]);
  const others = trajectoryOf([failed('no such file'), failed('no such folder'), failed('no such host')]);
  t.true(again.strain > others.strain);
  t.true(others.strain > 0);
});

test('a crash at the end of a result is critical, the same words in a source are not', (t) => {
  t.true(trajectoryOf(told('building…\nfatal error: out of memory')).isCritical);
  t.false(trajectoryOf(told(`// panic: when an error comes\n${'let x = 1;\n'.repeat(100)}`)).isCritical);
});

test('a run is settled when tests passed after a write, and nothing failed since', (t) => {
  t.true(trajectoryOf(told('file written', '12 passed, 0 failed')).isSettled);
  t.false(trajectoryOf(told('12 passed, 0 failed')).isSettled);
  t.false(trajectoryOf(told('12 passed, 0 failed', 'file written')).isSettled);
  t.false(trajectoryOf(told('file written', '11 passed, 1 failed')).isSettled);
  t.false(trajectoryOf([...told('file written', '12 passed'), failed('timed out')]).isSettled);
});

test('writes that succeed and tests that pass lower the strain of a conversation', (t) => {
  t.true(trajectoryOf(told('file written', 'file updated', '3 tests passed')).strain < -0.5);
});

test('a strain is between −1 and 1, for any tool results', (t) => {
  const results = fc.array(
    fc.record({ text: fc.string({ unit: anyCharacter, maxLength: 200 }), isError: fc.boolean() }),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(results, (list) => Math.abs(trajectoryOf(list).strain) <= 1),
    { numRuns: propertyRuns(100) },
  );
  t.pass();
});

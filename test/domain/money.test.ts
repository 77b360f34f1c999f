import * as fc from 'fast-check';
import test from 'ava';
import {
  amountNanoMax,
  approximateEur,
  displayEur,
  divideHalfEven,
  divideUp,
  eurFromNano,
  exceedsRatio,
  isMoney,
  nanoFromEur,
  nanoFromSum,
  ratioOf,
  smaller,
} from '../../src/domain/money.ts';

const read: readonly (readonly [text: string, nano: bigint])[] = [
  ['0', 0n],
  ['0.0', 0n],
  ['1', 1_000_000_000n],
  ['10.5', 10_500_000_000n],
  ['007.25', 7_250_000_000n],
  ['00000000000012.50', 12_500_000_000n],
  ['00008999999.999999999', 8_999_999_999_999_999n],
  ['0.000000001', 1n],
  ['0.0000125', 12_500n],
  ['1000000.000000000', 1_000_000_000_000_000n],
  ['9007199.254740991', 2n ** 53n - 1n],
  ['9007199.254740993', 2n ** 53n + 1n],
  ['9007199.25474099', 9_007_199_254_740_990n],
  ['9999999.999999999', 9_999_999_999_999_999n],
  ['999999999.999999999', amountNanoMax],
];

for (const [text, nano] of read) {
  test(`${text} is a Money of ${nano} nano-euro`, (t) => {
    t.true(isMoney(text));
    t.is(nanoFromEur(text), nano);
  });
}

const refused = [
  '',
  '.',
  '.5',
  '5.',
  '-1',
  '+1',
  ' 1',
  '1 ',
  '1\n',
  '1,5',
  '1_000',
  '1e3',
  '0x1',
  'NaN',
  'Infinity',
  '٣',
  '1.0000000001',
  '1.2.3',
  '1.23456789.',
  '0.12345678x',
  'x.123456789',
  '12.3.456789012',
  '1000000000',
  '01000000000.000000000',
  '9223372036.854775807',
  '9999999999',
  '99999999999',
];

for (const text of refused) {
  test(`${JSON.stringify(text)} is not a Money, and reading it names it`, (t) => {
    t.false(isMoney(text));
    const error = t.throws(() => nanoFromEur(text), { instanceOf: RangeError });
    t.true(error.message.includes(JSON.stringify(text)));
  });
}

for (const [text, nano] of read.filter(([, amount]) => amount >= 9_000_000_000_000_000n)) {
  test(`${nano} nano-euro are written exactly, on both sides of 2⁵³`, (t) => {
    const [euros = '', decimals = ''] = text.split('.');
    t.is(eurFromNano(nano), `${euros}.${decimals.padEnd(9, '0')}`);
    t.is(eurFromNano(-nano), `-${euros}.${decimals.padEnd(9, '0')}`);
  });
}

test('an amount is written with all nine decimals', (t) => {
  t.is(eurFromNano(0n), '0.000000000');
  t.is(eurFromNano(1n), '0.000000001');
  t.is(eurFromNano(12_500n), '0.000012500');
  t.is(eurFromNano(1_000_000_000n), '1.000000000');
  t.is(eurFromNano(amountNanoMax), '999999999.999999999');
});

test('a negative amount is written with a leading minus', (t) => {
  t.is(eurFromNano(-1n), '-0.000000001');
  t.is(eurFromNano(-1_500_000_000n), '-1.500000000');
});

test('people read at least two decimals and no trailing zeros', (t) => {
  t.is(displayEur(0n), '€ 0.00');
  t.is(displayEur(nanoFromEur('10')), '€ 10.00');
  t.is(displayEur(nanoFromEur('10.1')), '€ 10.10');
  t.is(displayEur(nanoFromEur('9.9987')), '€ 9.9987');
  t.is(displayEur(nanoFromEur('100.000000001')), '€ 100.000000001');
  t.is(displayEur(-nanoFromEur('0.5')), '€ -0.50');
});

test('the ratio of two amounts is their quotient, and 0 for a divisor of 0', (t) => {
  t.is(ratioOf(1n, 4n), 0.25);
  t.is(ratioOf(0n, 4n), 0);
  t.is(ratioOf(4n, 0n), 0);
});

test('an amount exceeds a ratio of another only above it', (t) => {
  t.true(exceedsRatio(26n, 100n, 0.25));
  t.false(exceedsRatio(25n, 100n, 0.25));
  t.false(exceedsRatio(0n, 0n, 0.25));
});

test('metrics show an amount as a number of euro', (t) => {
  t.is(approximateEur(1_500_000_000n), 1.5);
  t.is(approximateEur(1n), 1e-9);
});

const divisions: readonly (readonly [numerator: bigint, divisor: bigint, halfEven: bigint, up: bigint])[] = [
  [0n, 1n, 0n, 0n],
  [4n, 2n, 2n, 2n],
  // The exact ties: to the even neighbour, down and up.
  [1n, 2n, 0n, 1n],
  [3n, 2n, 2n, 2n],
  [5n, 2n, 2n, 3n],
  [500_000n, 1_000_000n, 0n, 1n],
  [1_500_000n, 1_000_000n, 2n, 2n],
  // One part of a million beside the tie.
  [499_999n, 1_000_000n, 0n, 1n],
  [500_001n, 1_000_000n, 1n, 1n],
  [2_499_999n, 1_000_000n, 2n, 3n],
  [2_500_001n, 1_000_000n, 3n, 3n],
  // An odd divisor has no ties.
  [1n, 3n, 0n, 1n],
  [2n, 3n, 1n, 1n],
  [1n, 1_000_000n, 0n, 1n],
];

for (const [numerator, divisor, halfEven, up] of divisions) {
  test(`${numerator} ÷ ${divisor} is ${halfEven} half to even and ${up} rounded up`, (t) => {
    t.is(divideHalfEven(numerator, divisor), halfEven);
    t.is(divideUp(numerator, divisor), up);
  });
}

test('a division takes nothing negative and no divisor below one', (t) => {
  for (const divide of [divideHalfEven, divideUp]) {
    t.throws(() => divide(-1n, 2n), { instanceOf: RangeError });
    t.throws(() => divide(1n, 0n), { instanceOf: RangeError });
    t.throws(() => divide(1n, -2n), { instanceOf: RangeError });
  }
});

test('smaller returns the lesser of two amounts', (t) => {
  t.is(smaller(1n, 2n), 1n);
  t.is(smaller(2n, 1n), 1n);
  t.is(smaller(2n, 2n), 2n);
  t.is(smaller(-1n, 1n), -1n);
});

test('an amount is read correctly after any other amounts', (t) => {
  const amount = fc.bigInt({ min: 0n, max: 20_000n }).map((units) => units * 1_000n);
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 100 }), (amounts) => {
      for (const nano of amounts) {
        const text = eurFromNano(nano);
        if (nanoFromEur(text) !== nano || nanoFromSum(text) !== nano || nanoFromSum(`-${text}`) !== -nano) return false;
      }
      return amounts.every((nano) => nanoFromEur(eurFromNano(nano)) === nano);
    }),
  );
  for (let round = 0; round < 2; round += 1) {
    t.is(nanoFromEur('1.5'), 1_500_000_000n);
    for (const refusedText of ['', 'x', '1.5.0', '-0.000000001']) {
      t.throws(() => nanoFromEur(refusedText), { instanceOf: RangeError });
    }
  }
});

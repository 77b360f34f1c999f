import test from 'ava';
import { addressRule } from '../../../src/personal-data/detection/address-rule.ts';
import { cardRule } from '../../../src/personal-data/detection/card-rule.ts';
import { columnRule } from '../../../src/personal-data/detection/tables/column-rule.ts';
import { dateOfBirthRule } from '../../../src/personal-data/detection/date-of-birth-rule.ts';
import { emailRule } from '../../../src/personal-data/detection/email-rule.ts';
import { ibanRule } from '../../../src/personal-data/detection/iban-rule.ts';
import { identifierRule } from '../../../src/personal-data/detection/identifier-rule.ts';
import { ipRule } from '../../../src/personal-data/detection/ip-rule.ts';
import { labelledNameRule } from '../../../src/personal-data/detection/labelled-name-rule.ts';
import { nameListRule } from '../../../src/personal-data/detection/name-list-rule.ts';
import { personRule } from '../../../src/personal-data/detection/person-rule.ts';
import { phoneRule } from '../../../src/personal-data/detection/phone-rule.ts';
import { plateRule } from '../../../src/personal-data/detection/plate-rule.ts';
import { secretRule } from '../../../src/personal-data/detection/secret-rule.ts';
import { textWords, type TextWords } from '../../../src/personal-data/detection/text-words.ts';
import { hostileShapes, hostileText } from '../../_support/hostile-text.ts';

// The work of a rule is what it reads: characters, words and places, each as often as it reads them. No clock is asked.

const rules = {
  addressRule,
  cardRule,
  columnRule,
  dateOfBirthRule,
  emailRule,
  ibanRule,
  identifierRule,
  ipRule,
  labelledNameRule,
  nameListRule,
  personRule,
  phoneRule,
  plateRule,
  secretRule,
};

class Reads {
  count = 0;

  /** A text that counts the characters that are read of it. What of a string is not here, no rule may use on a whole text. */
  textOf(text: string): string {
    const counted = {
      length: text.length,
      charCodeAt: (place: number) => this.#one(text.charCodeAt(place)),
      charAt: (place: number) => this.#one(text.charAt(place)),
      slice: (from?: number, to?: number) => this.#all(text.slice(from, to)),
      indexOf: (part: string, from = 0) => {
        const at = text.indexOf(part, from);
        this.count += (at === -1 ? text.length : at) - from + part.length;
        return at;
      },
      includes: (part: string) => counted.indexOf(part) !== -1,
      toString: () => this.#all(text),
    };
    return counted as unknown as string;
  }

  arrayOf<List extends Int32Array | Uint8Array>(list: List): List {
    return new Proxy(list, { get: (_, place) => this.#one(Reflect.get(list, place) as unknown) });
  }

  wordsOf(text: string): TextWords {
    const words = textWords(text);
    return {
      text: this.textOf(text),
      count: words.count,
      starts: this.arrayOf(words.starts),
      ends: this.arrayOf(words.ends),
      shapes: this.arrayOf(words.shapes),
      hashes: this.arrayOf(words.hashes),
      marksOf: (word) => this.#one(words.marksOf(word)),
      wordOf: (word) => this.#all(words.wordOf(word)),
      codeAt: (place) => this.#one(words.codeAt(place)),
      gapAfter: (word) => this.#all(words.gapAfter(word)),
    };
  }

  #one<Read>(read: Read): Read {
    this.count += 1;
    return read;
  }

  #all(read: string): string {
    this.count += read.length;
    return read;
  }
}

function readsOf(rule: (typeof rules)[keyof typeof rules], text: string): number {
  const reads = new Reads();
  rule.find(reads.wordsOf(text), () => undefined, ['de', 'en', 'es', 'fr', 'it']);
  return reads.count;
}

for (const [name, rule] of Object.entries(rules)) {
  test(`${name} reads four times as much of a text four times as long, for every hostile text`, (t) => {
    for (const shape of Object.keys(hostileShapes) as (keyof typeof hostileShapes)[]) {
      const [short, long] = [readsOf(rule, hostileText(shape, 4_096)), readsOf(rule, hostileText(shape, 16_384))];
      t.true(long <= short * 4.5 + 100, `${shape}: ${short}, then ${long}`);
    }
  });
}

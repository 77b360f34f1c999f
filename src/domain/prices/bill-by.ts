import { billOf, worstCaseCost, type Bill } from '../cost.ts';
import { divideHalfEven, larger, smaller, type NanoEur } from '../money.ts';
import type { PriceList } from '../price-list.ts';
import { isEntered, type CountedRecord, type EnteredSource, type UsageSource } from '../wallet-entries/cost-lines.ts';

/** What a charge is made from, by whichever price list. */
export interface Charged {
  /** Of the whole hold by rule, and of an amount that a person entered: the bounds of the hold. */
  readonly counted: CountedRecord;
  readonly usageSource: UsageSource;
  /** What the wallet pays. */
  readonly amount: NanoEur;
  /** The list that it pays by. */
  readonly by: PriceList;
}

/** The bill of an amount that follows no counters: it has no lines, and the bounds of the hold. */
export function enteredBill(total: NanoEur, usageSource: EnteredSource, counted: CountedRecord): Bill {
  return { cost: { total, lines: [] }, serviceTier: null, counted, usageSource };
}

/**
 * The bill of a charge by a price list: the one that the wallet pays by, or one above it. An amount that follows no counters
 * has no lines, and is to the list's own hold for the bounds what it is to the hold of the list that it was entered by.
 */
export function billBy(list: PriceList, charged: Charged): Bill {
  const { counted, usageSource } = charged;
  if (!isEntered(usageSource)) return billOf(counted, usageSource, list);
  const total = list === charged.by ? charged.amount : inProportion(charged, list);
  return enteredBill(total, usageSource, counted);
}

/**
 * Where the list of the wallet holds nothing there is no proportion: the whole hold is the whole, an entered amount itself.
 * What a person enters beside a list that is near nothing would be owed a thousandfold: it is owed at most as it was
 * entered, or as the other list would have held it.
 */
function inProportion({ counted, usageSource, amount, by }: Charged, list: PriceList): NanoEur {
  const [hold, other] = [holdFor(counted, by), holdFor(counted, list)];
  const part = hold > 0n ? divideHalfEven(amount * other, hold) : null;
  if (usageSource === 'hold') return part ?? other;
  return part === null ? amount : smaller(part, larger(amount, other));
}

/** What a price list holds for bounds. */
function holdFor({ counters }: CountedRecord, list: PriceList): NanoEur {
  const bound = {
    inputTokensMax: counters.input_tokens ?? 0,
    outputTokensMax: counters.output_tokens ?? 0,
    inputCharactersMax: counters.input_characters ?? 0,
    audioMillisecondsMax: counters.audio_milliseconds ?? 0,
    webSearchesMax: counters.web_searches ?? 0,
    webFetchesMax: counters.web_fetches ?? 0,
  };
  return worstCaseCost(bound, list);
}

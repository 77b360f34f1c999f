import type { PriceList } from '../../domain/price-list.ts';
import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import type { DerivedLists } from '../../ledger/derived-lists.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import type { Switchyard } from '../../routing/switchyard.ts';
import type { Timer } from '../../time/timer.ts';
import type { Claimed } from '../records.ts';
import type { OwnOffers } from '../selection/own-offers.ts';
import { everyMember, type Member } from '../selection/route-options.ts';

export interface RecordPricesDeps {
  readonly ownOffers: Pick<OwnOffers, 'of' | 'derivationOf'>;
  readonly derivedLists: DerivedLists;
  readonly switchyard: Switchyard | null;
  /** Longest wait for the ledger, milliseconds. */
  readonly reserveWaitMs: number;
  readonly timer: Timer;
}

/**
 * Records how the price lists that a request may be held by were made from those above, before they are used. Once for
 * each list: charges name it, and the margin follows from it. Raises 503 when the ledger does not answer.
 */
export async function recordPrices(claimed: Claimed, deps: RecordPricesDeps): Promise<void> {
  const { derivedLists, ownOffers, switchyard, reserveWaitMs, timer } = deps;
  const { routing } = claimed;
  const lists = new Set<PriceList>(everyMember<Member>(claimed).map(({ target }) => target.priceList));
  const judge = switchyard?.judge ?? null;
  if (routing !== null && judge !== null) lists.add(judge.target.priceList);
  const recording = derivedLists.record([...lists].flatMap((list) => ownOffers.derivationOf(list)));
  const recorded = await withinMs(recording, reserveWaitMs, timer).catch((error: unknown) => {
    throw ledgerFailure(error);
  });
  if (recorded === 'too_late') throw new GatewayError('ledger_unavailable');
}

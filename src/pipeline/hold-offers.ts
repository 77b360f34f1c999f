import { worstCaseCost } from '../domain/cost.ts';
import { larger, type NanoEur } from '../domain/money.ts';
import type { SelectionHold } from '../domain/selection/selection-commands.ts';
import type { RouteJudge } from '../ports/route-judge.ts';
import type { Switchyard } from '../routing/switchyard.ts';
import { inferenceAt } from './inference-at.ts';
import { exclusionOf, type BoundOption, type Routing } from './route-options.ts';
import type { Rebuilt } from './stages.ts';

/** A hold that the wallet may be asked for. */
export interface HoldOffer<Record extends Rebuilt> {
  /** The request, of which the target is the dearest that the hold is for. */
  readonly cast: Record;
  readonly hold: NanoEur;
  /** `null` where the caller named who answers. Its cap is a part of `hold`. */
  readonly selection: SelectionHold | null;
}

export interface HoldOffersDeps {
  readonly switchyard: Switchyard | null;
  readonly judge: RouteJudge | null;
  readonly mintId: () => string;
}

/**
 * What the wallet may be asked to hold, the largest first: for the dearest that may answer, and, where the wallet has less than
 * that, for those that remain. One offer, where the caller named who answers.
 */
export function holdOffers<Record extends Rebuilt>(cast: Record, deps: HoldOffersDeps): readonly HoldOffer<Record>[] {
  const { routing, bound, target } = cast;
  if (routing === null) return [{ cast, hold: worstCaseCost(bound, target.priceList), selection: null }];
  const amounts = [...new Set(routing.options.map(({ worstCase }) => worstCase))];
  return amounts
    .toSorted((a, b) => (a > b ? -1 : 1))
    .map((most) => offerUpTo(most, { cast, routing }, deps))
    .filter((offer) => offer !== null);
}

function offerUpTo<Record extends Rebuilt>(
  most: NanoEur,
  { cast, routing }: { readonly cast: Record; readonly routing: Routing<BoundOption> },
  deps: HoldOffersDeps,
): HoldOffer<Record> | null {
  const isWithin = ({ worstCase }: BoundOption): boolean => worstCase <= most;
  const options = routing.options.filter(isWithin);
  const dearest = options.reduce<BoundOption | null>(
    (found, option) => (found === null || option.worstCase > found.worstCase ? option : found),
    null,
  );
  if (dearest === null) return null;
  const tooDear = routing.options.filter((option) => !isWithin(option)).map((option) => exclusionOf(option, 'budget'));
  const left = { ...routing, options, excluded: [...routing.excluded, ...tooDear] };
  const { target, effort, outputTokensMax, bound } = dearest;
  const selection = selectionHold({ ...cast, routing: left }, deps);
  return {
    cast: { ...cast, routing: left, target, effort, outputTokensMax, bound },
    hold: dearest.worstCase + selection.cap,
    selection,
  };
}

/** What choosing may cost at most; nothing where nobody is asked, or asking might cost more than it may. */
function selectionHold(cast: Rebuilt, { switchyard, judge, mintId }: HoldOffersDeps): SelectionHold {
  const nobody = { selectionId: mintId(), cap: 0n, call: null };
  const asked = switchyard?.judge ?? null;
  const isChosen = cast.routing !== null && cast.routing.boundTo === null && cast.routing.options.length > 1;
  if (switchyard === null || asked === null || judge === null || !isChosen || cast.request.turns === undefined) {
    return nobody;
  }
  const { target } = asked;
  const cap = larger(worstCaseCost(judge.bound, target.priceList), 0n);
  if (cap > switchyard.selectionMax) return nobody;
  const surface = asked.strategy === 'systemone' ? 'systemone' : 'chat_completions';
  const inference = { ...inferenceAt(cast, target), surface };
  return { ...nobody, cap, call: { inference, priceList: target.priceList, ...judge.bound } };
}

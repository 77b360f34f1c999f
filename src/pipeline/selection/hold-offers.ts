import { worstCaseCost } from '../../domain/cost.ts';
import { larger, type NanoEur } from '../../domain/money.ts';
import type { SelectionHold } from '../../domain/selection/selection-commands.ts';
import type { RouteJudge } from '../../ports/route-judge.ts';
import type { Switchyard } from '../../routing/switchyard.ts';
import { inferenceAt } from './inference-at.ts';
import {
  everyMember,
  exclusionOf,
  optionWith,
  type BoundMember,
  type BoundOption,
  type Routing,
} from './route-options.ts';
import type { Rebuilt } from '../records.ts';

/** A hold that may be requested from the wallet. */
export interface HoldOffer<Record extends Rebuilt> {
  /** The request with only those targets that the hold covers. */
  readonly rebuilt: Record;
  readonly hold: NanoEur;
  /** `null` when the caller named the profile. Its cap is a part of `hold`. */
  readonly selection: SelectionHold | null;
}

export interface HoldOffersDeps {
  readonly switchyard: Switchyard | null;
  readonly judge: RouteJudge | null;
  readonly createId: () => string;
}

/**
 * The holds that may be requested from the wallet, the largest first: one that covers the most expensive target, then
 * smaller ones, each of which covers only the cheaper targets.
 */
export function holdOffers<Record extends Rebuilt>(
  rebuilt: Record,
  deps: HoldOffersDeps,
): readonly HoldOffer<Record>[] {
  const { routing } = rebuilt;
  const amounts = [...new Set(everyMember<BoundMember>(rebuilt).map(({ worstCase }) => worstCase))];
  return amounts
    .toSorted((a, b) => (a > b ? -1 : 1))
    .map((most) => (routing === null ? memberOffer(most, rebuilt) : offerUpTo(most, { rebuilt, routing }, deps)))
    .filter((offer) => offer !== null);
}

/** The offer for the profile that the caller named; `null` when the amount covers none of its targets. */
function memberOffer<Record extends Rebuilt>(most: NanoEur, rebuilt: Record): HoldOffer<Record> | null {
  const members = rebuilt.members.filter(({ worstCase }) => worstCase <= most);
  const [first] = members;
  if (first === undefined) return null;
  return { rebuilt: { ...rebuilt, ...first, members }, hold: most, selection: null };
}

function offerUpTo<Record extends Rebuilt>(
  most: NanoEur,
  { rebuilt, routing }: { readonly rebuilt: Record; readonly routing: Routing<BoundOption> },
  deps: HoldOffersDeps,
): HoldOffer<Record> | null {
  const isWithin = ({ worstCase }: BoundMember): boolean => worstCase <= most;
  const options = routing.options
    .map((option) => optionWith(option, option.members.filter(isWithin)))
    .filter((option) => option !== null);
  const members = options.flatMap((option) => option.members);
  const dearest = members.find(({ worstCase }) => worstCase === most);
  if (dearest === undefined) return null;
  const tooDear = routing.options
    .filter(({ members: of }) => !of.some(isWithin))
    .map((option) => exclusionOf(option, 'budget'));
  const left = { ...routing, options, excluded: [...routing.excluded, ...tooDear] };
  const selection = selectionHold({ ...rebuilt, routing: left }, deps);
  return {
    rebuilt: { ...rebuilt, routing: left, ...dearest, members: options[0]?.members ?? members },
    hold: most + selection.cap,
    selection,
  };
}

/** The most that choosing may cost. Zero when no judge is asked, or when asking might cost more than is allowed. */
function selectionHold(rebuilt: Rebuilt, { switchyard, judge, createId }: HoldOffersDeps): SelectionHold {
  const withoutCall = { selectionId: createId(), cap: 0n, call: null };
  const settings = switchyard?.judge ?? null;
  const isChosen = rebuilt.routing !== null && rebuilt.routing.boundTo === null && rebuilt.routing.options.length > 1;
  if (switchyard === null || settings === null || judge === null || !isChosen || rebuilt.request.turns === undefined) {
    return withoutCall;
  }
  const { target, strategy } = settings;
  const cap = larger(worstCaseCost(judge.bound, target.priceList), 0n);
  if (cap > switchyard.selectionMax) return withoutCall;
  const surface = strategy === 'systemone' ? 'systemone' : 'chat_completions';
  const inference = { ...inferenceAt(rebuilt, target), surface };
  return { ...withoutCall, cap, call: { inference, priceList: target.priceList, ...judge.bound } };
}

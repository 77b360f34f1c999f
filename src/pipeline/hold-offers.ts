import { worstCaseCost } from '../domain/cost.ts';
import { larger, type NanoEur } from '../domain/money.ts';
import type { SelectionHold } from '../domain/selection/selection-commands.ts';
import type { RouteJudge } from '../ports/route-judge.ts';
import type { Switchyard } from '../routing/switchyard.ts';
import { inferenceAt } from './inference-at.ts';
import { exclusionOf, optionWith, type BoundMember, type BoundOption, type Routing } from './route-options.ts';
import type { Rebuilt } from './stages.ts';

/** A hold that the wallet may be asked for. */
export interface HoldOffer<Record extends Rebuilt> {
  /** The request with those of its targets that the hold is enough for. */
  readonly rebuilt: Record;
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
export function holdOffers<Record extends Rebuilt>(
  rebuilt: Record,
  deps: HoldOffersDeps,
): readonly HoldOffer<Record>[] {
  const { routing } = rebuilt;
  const asked = routing?.options.flatMap((option) => option.members) ?? rebuilt.members;
  const amounts = [...new Set(asked.map(({ worstCase }) => worstCase))];
  return amounts
    .toSorted((a, b) => (a > b ? -1 : 1))
    .map((most) => (routing === null ? memberOffer(most, rebuilt) : offerUpTo(most, { rebuilt, routing }, deps)))
    .filter((offer) => offer !== null);
}

/** For the members of the profile that the caller named. */
function memberOffer<Record extends Rebuilt>(most: NanoEur, rebuilt: Record): HoldOffer<Record> | null {
  const members = rebuilt.members.filter(({ worstCase }) => worstCase <= most);
  const [first] = members;
  if (first === undefined) return null;
  return { rebuilt: { ...rebuilt, ...asAsked(first), members }, hold: most, selection: null };
}

/** What a record says of the member that is asked. */
export function asAsked({ target, effort, outputTokensMax, bound }: BoundMember): Omit<BoundMember, 'worstCase'> {
  return { target, effort, outputTokensMax, bound };
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
    rebuilt: { ...rebuilt, routing: left, ...asAsked(dearest), members: options[0]?.members ?? members },
    hold: most + selection.cap,
    selection,
  };
}

/** What choosing may cost at most; nothing where nobody is asked, or asking might cost more than it may. */
function selectionHold(rebuilt: Rebuilt, { switchyard, judge, mintId }: HoldOffersDeps): SelectionHold {
  const nobody = { selectionId: mintId(), cap: 0n, call: null };
  const asked = switchyard?.judge ?? null;
  const isChosen = rebuilt.routing !== null && rebuilt.routing.boundTo === null && rebuilt.routing.options.length > 1;
  if (switchyard === null || asked === null || judge === null || !isChosen || rebuilt.request.turns === undefined) {
    return nobody;
  }
  const { target } = asked;
  const cap = larger(worstCaseCost(judge.bound, target.priceList), 0n);
  if (cap > switchyard.selectionMax) return nobody;
  const surface = asked.strategy === 'systemone' ? 'systemone' : 'chat_completions';
  const inference = { ...inferenceAt(rebuilt, target), surface };
  return { ...nobody, cap, call: { inference, priceList: target.priceList, ...judge.bound } };
}

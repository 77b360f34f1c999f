import type { ModelCatalogue, Profile, Target } from '../../catalogue/model-catalogue.ts';
import { createPriceList, type PriceList } from '../../domain/price-list.ts';
import type { DerivedPriceList } from '../../domain/prices/derived-list-events.ts';
import { derivedUnder } from '../../domain/prices/derived-under.ts';
import type { CallerPrices } from '../../domain/prices/price-terms.ts';
import { switchyardProfile } from '../../domain/profile-name.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { AskedJudge, Switchyard } from '../../routing/switchyard.ts';

/** What a request may be answered by, with its prices. */
export interface Offers {
  readonly catalogue: ModelCatalogue;
  readonly switchyard: Switchyard | null;
}

/** How many terms are kept applied to the configuration. */
const offersMax = 200;

/** The targets of one configuration at the prices that levels have set for their callers. */
export class OwnOffers {
  readonly #configured: Offers;
  readonly #hasher: KeyHasher;
  readonly #byTerms = new RecentMap<string, Offers>(offersMax);
  readonly #derivations = new WeakMap<PriceList, readonly DerivedPriceList[]>();

  constructor(configured: Offers, hasher: KeyHasher) {
    this.#configured = configured;
    this.#hasher = hasher;
  }

  /** The offers under these terms. Each is made once. */
  of(prices: CallerPrices): Offers {
    const { platform, reseller, resellerId } = prices;
    const terms = JSON.stringify([platform?.prices_id, reseller?.prices_id, resellerId]);
    const known = this.#byTerms.get(terms);
    if (known !== undefined) return known;
    const made = this.#made(prices);
    this.#byTerms.set(terms, made);
    return made;
  }

  /** How a list was made from the configured one, from the platform's terms down; none: it is configured. */
  derivationOf(list: PriceList): readonly DerivedPriceList[] {
    return this.#derivations.get(list) ?? [];
  }

  #made(prices: CallerPrices): Offers {
    const { catalogue, switchyard } = this.#configured;
    const profiles = new Map(
      [...catalogue.profiles].map(([name, profile]) => [name, this.#profile(profile, prices)] as const),
    );
    const judge = switchyard?.judge ?? null;
    return {
      catalogue: { ...catalogue, profiles },
      switchyard: switchyard && {
        ...switchyard,
        candidates: switchyard.candidates.map((candidate) => {
          const profile = profiles.get(candidate.profile.name) ?? candidate.profile;
          return { ...candidate, profile };
        }),
        judge: judge && this.#judge(judge, prices),
      },
    };
  }

  /** Its lists are made when they are first asked for: a caller uses few of all profiles. */
  #profile(profile: Profile, prices: CallerPrices): Profile {
    const { aliases } = this.#configured.catalogue;
    const names = [profile.name, ...[...aliases].flatMap(([alias, of]) => (of === profile.name ? [alias] : []))];
    const own = once(() => profile.targets.map((target) => this.#target(target, names, prices)));
    return {
      ...profile,
      get targets() {
        return own();
      },
    };
  }

  #judge(judge: AskedJudge, prices: CallerPrices): AskedJudge {
    const own = once(() => this.#target(judge.target, [switchyardProfile], prices));
    return {
      ...judge,
      get target() {
        return own();
      },
    };
  }

  #target(target: Target, names: readonly string[], prices: CallerPrices): Target {
    const list = this.#list(target.priceList, names, prices);
    return list === target.priceList ? target : { ...target, priceList: list };
  }

  #list(configured: PriceList, names: readonly string[], prices: CallerPrices): PriceList {
    const steps = derivedUnder(configured.record, names, prices, (text) => this.#hasher.hash(text));
    const last = steps.at(-1);
    if (last === undefined) return configured;
    const made = createPriceList(last.price_list);
    this.#derivations.set(made, steps);
    return made;
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

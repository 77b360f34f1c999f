import type { ModelCatalogue, Profile, Target } from '../../catalogue/model-catalogue.ts';
import { createPriceList, type PriceList } from '../../domain/price-list.ts';
import type { DerivedPriceList } from '../../domain/prices/derived-list-events.ts';
import { keyOfHash, ownPriceList } from '../../domain/prices/own-price-list.ts';
import { pricesOfProfile, type CallerPrices, type ProfilePrices } from '../../domain/prices/price-terms.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { Switchyard } from '../../routing/switchyard.ts';

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
        // Choosing is no profile's work: the factor alone applies.
        judge: judge && { ...judge, target: this.#target(judge.target, null, prices) },
      },
    };
  }

  #profile(profile: Profile, prices: CallerPrices): Profile {
    return { ...profile, targets: profile.targets.map((target) => this.#target(target, profile.name, prices)) };
  }

  #target(target: Target, profile: string | null, prices: CallerPrices): Target {
    const list = this.#list(target.priceList, profile, prices);
    return list === target.priceList ? target : { ...target, priceList: list };
  }

  #list(configured: PriceList, profile: string | null, { platform, reseller, resellerId }: CallerPrices): PriceList {
    const ofPlatform = platform === undefined ? null : pricesOfProfile(platform, profile);
    const ofReseller = reseller === undefined ? null : pricesOfProfile(reseller, profile);
    const bought = ofPlatform === null ? configured : this.#under(configured, ofPlatform, null);
    return ofReseller === null ? bought : this.#under(bought, ofReseller, resellerId ?? null);
  }

  #under(list: PriceList, prices: ProfilePrices, resellerId: string | null): PriceList {
    const level = resellerId === null ? 'platform' : 'reseller';
    const above = list.record;
    // Keyed: from an unkeyed digest the factor, and so the list above, could be found by trial.
    const key = keyOfHash(this.#hasher.hash(JSON.stringify(['price list', level, resellerId, above, prices])));
    const made = createPriceList(ownPriceList(above, prices, key));
    const step: DerivedPriceList = { key, level, reseller_id: resellerId, above, prices, price_list: made.record };
    this.#derivations.set(made, [...this.derivationOf(list), step]);
    return made;
  }
}

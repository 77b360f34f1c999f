import test from 'ava';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import type { ModelCatalogue, Profile, Target } from '../../../src/catalogue/model-catalogue.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { createPriceList } from '../../../src/domain/price-list.ts';
import { OwnOffers } from '../../../src/pipeline/selection/own-offers.ts';
import type { Switchyard } from '../../../src/routing/switchyard.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

// The targets of a configuration at the prices of a caller: lists and their origins, for profiles and for the judge.

const list = (name: string) =>
  createPriceList({ id: name, version: '1', eur_per_million_tokens: { input: '1', output: '2' } });
const target = (name: string): Target => ({ name, priceList: list(name) }) as Target;
const profile = (name: string, targets: readonly Target[]): Profile => ({ name, targets }) as Profile;

const [small, large, judge] = [target('small'), target('large'), target('judge')];
const light = profile('light', [small, large]);
const catalogue: ModelCatalogue = {
  profiles: new Map([['light', light]]),
  targets: new Map(),
  aliases: new Map([['quick', 'light']]),
  defaultProfile: 'light',
};
const switchyard = {
  candidates: [{ profile: light, surfaces: new Set(), takes: new Set() }],
  judge: { target: judge },
} as unknown as Switchyard;

const offers = (pepper = 7) => new OwnOffers({ catalogue, switchyard }, createHmacKeyHasher(Buffer.alloc(32, pepper)));
const terms = (nth: number, factor_basis_points: number) => ({ prices_id: id('8', nth), factor_basis_points });
const resellerId = id('2', 1);
const both = { platform: terms(1, 20_000), reseller: terms(2, 15_000), resellerId };

const inputOf = (of: Target | undefined) => of?.priceList.prices.input;

test('every profile, candidate and the judge have the prices of all levels, one above the other', (t) => {
  const made = offers().of(both);
  const raised = nanoFromEur('3');
  const [first, second] = made.catalogue.profiles.get('light')?.targets ?? [];
  t.deepEqual([first, second].map(inputOf), [raised, raised]);
  t.deepEqual([first?.name, second?.name], ['small', 'large']);
  t.deepEqual(made.switchyard?.candidates[0]?.profile.targets.map(inputOf), [raised, raised]);
  t.is(inputOf(made.switchyard?.judge?.target), raised);
});

test('the judge has the prices named for `switchyard`, and a profile those of its alias', (t) => {
  const profiles = { switchyard: { factor_basis_points: 30_000 }, quick: { factor_basis_points: 50_000 } };
  const made = offers().of({ platform: { prices_id: id('8', 3), profiles } });
  t.is(inputOf(made.switchyard?.judge?.target), nanoFromEur('3'));
  t.is(inputOf(made.catalogue.profiles.get('light')?.targets[0]), nanoFromEur('5'));
});

test('a list knows how it was made, from the platform’s terms down; a configured one was not', (t) => {
  const own = offers();
  const made = own.of(both).catalogue.profiles.get('light')?.targets[0]?.priceList;
  if (made === undefined) return t.fail();
  const [bought, sold] = own.derivationOf(made);
  t.like(bought, { level: 'platform', reseller_id: null, above: small.priceList.record });
  t.like(sold, { level: 'reseller', reseller_id: resellerId, price_list: made.record });
  t.deepEqual(sold?.above, bought?.price_list);
  t.deepEqual(own.derivationOf(small.priceList), []);
});

test('offers are made once for each terms, and lists have keys that differ by reseller, terms and secret', (t) => {
  const own = offers();
  t.is(own.of(both), own.of({ ...both }));
  const versionOf = (from: OwnOffers, prices: Parameters<OwnOffers['of']>[0]) =>
    from.of(prices).catalogue.profiles.get('light')?.targets[0]?.priceList.version;
  const versions = [
    versionOf(own, both),
    versionOf(own, { ...both, resellerId: id('2', 2) }),
    versionOf(own, { ...both, reseller: terms(4, 15_001) }),
    versionOf(offers(8), both),
  ];
  t.is(new Set(versions).size, versions.length);
  // The same terms, set again: the same list.
  t.is(versionOf(own, { ...both, reseller: terms(5, 15_000) }), versions[0]);
});

test('targets without prices of their own are the configured ones', (t) => {
  const profiles = { other: { factor_basis_points: 30_000 } };
  const made = offers().of({ platform: { prices_id: id('8', 6), profiles } });
  t.is(made.catalogue.profiles.get('light')?.targets[0], small);
  t.is(made.switchyard?.judge?.target, judge);
});

import { createHash } from 'node:crypto';
import { listOfKey, owedMargins, owedPrefix, resellerOf } from '../../projections/owed-margins.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { apiKey, type ApiKey, type ApiKeyCommand } from '../../src/domain/api-key.ts';
import { budgetPers, type BudgetPer } from '../../src/domain/budgets/budget-period.ts';
import { spendInPeriod } from '../../src/domain/budgets/budget-spends.ts';
import type { Budget, NewRaise } from '../../src/domain/budgets/budget.ts';
import { callerBudgets, keyBudgetAt } from '../../src/domain/budgets/caller-budgets.ts';
import { lotFigures } from '../../src/domain/lots/lot-figures.ts';
import type { NewLot } from '../../src/domain/lots/wallet-lots.ts';
import { eurFromNano, type NanoEur } from '../../src/domain/money.ts';
import type { PriceListRecord } from '../../src/domain/price-list.ts';
import type { DerivedPriceList } from '../../src/domain/prices/derived-list-events.ts';
import { keyOfHash, ownPriceList } from '../../src/domain/prices/own-price-list.ts';
import { principal, type Principal, type PrincipalCommand } from '../../src/domain/principal.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { availableNano, type WalletState } from '../../src/domain/wallet-state.ts';
import { createTransfer } from '../../src/ledger/administration/transfers.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { DerivedLists } from '../../src/ledger/derived-lists.ts';
import { handleCommand } from '../../src/ledger/handle-command.ts';
import { apiKeyStream, principalStream, walletStream } from '../../src/ledger/stream-names.ts';
import { WalletFold } from '../../src/ledger/wallet-fold.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog, Position } from '../../src/ports/event-log.ts';
import { recordMargins } from '../../src/reactors/record-margins.ts';
import { key as anyKey, person as anyPerson } from '../_support/directory-vocabulary.ts';
import { feedAll } from '../_support/feed-all.ts';
import { levelActors } from '../_support/level-actors.ts';
import type { SeededRandom } from '../_support/seeded-random.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { RandomRequests } from './_random-requests.ts';

/** A line for the oracle: an event, a hold that was refused, or what the gateway says that a wallet has. */
export interface OracleLine {
  readonly stream: string;
  /** The time of the log, ISO 8601. */
  readonly at: string;
  readonly type?: string;
  readonly data?: object;
  readonly asked?: object;
  readonly refusal?: string;
  readonly view?: object;
}

/** When clocks change: at night, at midnight or a minute after it, by half an hour, by a whole day; or not at all. */
type Change = readonly [zone: string, at: string];
const changes: readonly [Change, ...Change[]] = [
  ['Europe/Rome', '2010-03-28T01:00:00Z'],
  ['Europe/Rome', '2010-10-31T01:00:00Z'],
  ['America/New_York', '2015-11-01T06:00:00Z'],
  ['America/St_Johns', '2010-11-07T02:31:00Z'],
  ['America/Sao_Paulo', '2017-10-15T03:00:00Z'],
  ['America/Havana', '2019-11-03T05:00:00Z'],
  ['Africa/Cairo', '2023-04-27T22:00:00Z'],
  ['Asia/Beirut', '2016-10-29T21:00:00Z'],
  ['Asia/Kathmandu', '2012-02-29T18:15:00Z'],
  ['Australia/Lord_Howe', '2020-04-04T15:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
];
const profiles = ['light', 'average'] as const;
/** Who may set prices, from above. */
const levelsBelow = ['platform', 'reseller'] as const;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Two wallets between which money moves, a person and their key, in a ledger in memory whose clock goes as it likes. */
export class ChargedLedger {
  readonly lines: OracleLine[] = [];
  charges = 0;
  readonly #random: SeededRandom;
  readonly #requests: RandomRequests;
  readonly #log: EventLog;
  readonly #createId: () => string;
  #wallets: Wallets;
  readonly #zone: string;
  #now: number;
  #read: Position | undefined;
  #ids = 0;
  #key: ApiKey | null = null;
  #person: Principal | null = null;
  readonly #scene: number;
  readonly #walletIds: readonly [string, string];
  readonly #keyId: string;
  readonly #userId: string;
  readonly #resellerId: string;
  /** What the list of the hold at hand was made of. */
  #derived: readonly DerivedPriceList[] = [];
  /** What each open hold will cost. */
  readonly #open = new Map<string, { readonly walletId: string; readonly charge: WalletCommand }>();
  /** Those that were released before their charge came. */
  readonly #late = new Map<string, { readonly walletId: string; readonly charge: WalletCommand }>();

  constructor(random: SeededRandom, createId: () => string, scene: number) {
    this.#random = random;
    this.#requests = new RandomRequests(random);
    const [zone, change] = random.oneOf(changes);
    this.#zone = zone;
    this.#now = Date.parse(change) - random.whole(0, hourMs);
    this.#log = chainedLog(createMemoryEventLog({ clock: { now: () => this.#now } }));
    this.#createId = createId;
    this.#wallets = this.#process();
    this.#walletIds = [the.id('a', 2 * scene), the.id('a', 2 * scene + 1)];
    this.#scene = scene;
    [this.#keyId, this.#userId, this.#resellerId] = [this.#id('d'), this.#id('c'), this.#id('b')];
  }

  async play(steps: number): Promise<void> {
    await this.#begin();
    for (let step = 0; step < steps; step += 1) {
      await this.#step(step);
      await this.#note();
    }
    await this.#recordMargins();
    await this.#note();
  }

  /** A gateway that knows nothing yet, and closes periods often. */
  #process(): Wallets {
    const closingTimes = { events: 12, milliseconds: 365 * dayMs };
    return new Wallets({ log: this.#log, createId: this.#createId, closingTimes });
  }

  #id(kind: string): string {
    return the.id(kind, this.#scene * 100_000 + (this.#ids += 1));
  }

  async #begin(): Promise<void> {
    const [random, key_id, user_id] = [this.#random, this.#keyId, this.#userId];
    for (const walletId of this.#walletIds) {
      await this.#wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: the.tenantId });
      await this.#credit(walletId);
    }
    const { revoked: _, ...key } = { ...anyKey, key_id, user_id, key_hash: key_id };
    const budget_eur = random.oneOf([null, eurFromNano(this.#nano(11, 9))]);
    await this.#changeKey({ type: 'create_api_key', key: { ...key, budget_eur, budgets: this.#budgets(3) } });
    await this.#changePerson({ type: 'register_principal', principal: { ...anyPerson, user_id } });
  }

  async #step(step: number): Promise<void> {
    const random = this.#random;
    this.#goOn(step);
    const walletId = random.oneOf(this.#walletIds);
    const chance = random.whole(1, 100);
    if (chance <= 38) await this.#hold(walletId);
    else if (chance <= 70) await this.#end();
    else if (chance <= 80) await this.#credit(walletId);
    else if (chance <= 85) await this.#transfer();
    else if (chance <= 88) await this.#debit(walletId);
    else if (chance <= 93) await this.#changeLimits();
    else if (chance <= 95) this.#wallets = this.#process();
    else if (chance <= 97) await this.#recordMargins();
    else await this.#view(walletId);
  }

  /** Slowly past the change of clocks; then mostly a little, sometimes past the end of periods and lots, sometimes back. */
  #goOn(step: number): void {
    const random = this.#random;
    const chance = step < 20 ? 20 : random.whole(1, 20);
    if (chance === 1) this.#now -= random.whole(1, 3 * dayMs);
    else if (chance <= 4) this.#now += random.whole(1, 20 * dayMs);
    else this.#now += random.whole(1, step < 20 ? hourMs / 6 : hourMs);
  }

  /** Credit of any size up to a power of ten, nano-euro. */
  #nano(digitsMax: number, digitsMin = 3): NanoEur {
    return BigInt(this.#random.whole(1, 10 ** this.#random.whole(digitsMin, digitsMax)));
  }

  #budgets(most: number): Budget[] {
    const random = this.#random;
    const names = new Map<string, Budget>();
    for (let n = random.whole(0, most); n > 0; n -= 1) {
      const per: BudgetPer = random.oneOf(budgetPers);
      const zone = random.oneOf([this.#zone, random.oneOf(changes)[0]]);
      const counted = random.oneOf([undefined, undefined, [random.oneOf(profiles)]]);
      const budget = { budget_id: this.#id('6'), amount_eur: eurFromNano(this.#nano(10, 7)), per };
      names.set(`${per} ${per === 'total' ? '' : zone} ${counted?.join() ?? ''}`, {
        ...budget,
        ...(per !== 'total' && { zone }),
        ...(counted !== undefined && { profiles: counted }),
      });
    }
    return [...names.values()];
  }

  async #hold(walletId: string): Promise<void> {
    const [key, person, random] = [this.#key, this.#person, this.#random];
    if (key === null || person === null) throw new Error('nobody asks');
    this.#derived = [];
    const { bound, priceList, held, isPooled, bill } = this.#requests.next((list) => this.#own(list));
    await new DerivedLists({ log: this.#log, createId: this.#createId }).record(this.#derived);
    const profile = random.oneOf(profiles);
    const reservationId = this.#id('e');
    const budgets = callerBudgets({ key, principal: person }, [profile], this.#now);
    const keyBudget = key.budget_eur === null ? null : keyBudgetAt(key, key.budget_eur, this.#now);
    const reserve = the.reserve('0', { reservationId, keyId: key.key_id, userId: key.user_id, amount: held });
    const inference = { ...reserve.inference, profile, ...(isPooled && { target: 'pooled' }) };
    const command = { ...reserve, ...bound, priceList, inference, keyBudget, budgets };
    const answer = await this.#wallets.execute(walletId, command);
    if (answer.accepted) {
      const named = { priceListId: priceList.id, priceListVersion: priceList.version };
      const charge = the.settle('0', { reservationId, ...bill, ...named });
      this.#open.set(reservationId, { walletId, charge });
      return;
    }
    await this.#note();
    const asked = { amount_eur: eurFromNano(held), profile, ...this.#caller() };
    this.lines.push({ stream: walletStream(walletId), at: this.#at(), asked, refusal: answer.refusal });
  }

  /** The list that those below pay by: as it is, or by terms of the platform, of the reseller, or of both. */
  #own(configured: PriceListRecord): PriceListRecord {
    const levels = levelsBelow.filter(() => this.#random.whole(0, 1) === 1);
    return levels.reduce((above, level) => {
      const reseller_id = level === 'reseller' ? this.#resellerId : null;
      const prices = this.#random.oneOf([
        { factor_basis_points: this.#random.whole(9_000, 50_000) },
        { price_list: { ...this.#requests.list(), id: level, version: '7' } },
      ]);
      const hash = createHash('sha256').update(JSON.stringify([reseller_id, above, prices]));
      const key = keyOfHash(hash.digest('hex'));
      const price_list = ownPriceList(above, prices, key);
      this.#derived = [...this.#derived, { key, level, reseller_id, above, prices, price_list }];
      return price_list;
    }, configured);
  }

  /** By a process that knows nothing yet. */
  async #recordMargins(): Promise<void> {
    const readModels = createMemoryReadModels(this.#log);
    await recordMargins({
      log: this.#log,
      createId: this.#createId,
      readModels,
      owed: { projection: owedMargins, prefix: owedPrefix, listOfKey, resellerOf },
      catchUp: () => feedAll(this.#log, readModels, [owedMargins]),
      telemetry: { warn: () => undefined },
    });
  }

  /** The end of a hold, or a charge that comes after it. */
  async #end(): Promise<void> {
    const random = this.#random;
    const late = random.whole(1, 4) === 1 ? this.#late : this.#open;
    const ids = [...late.keys()];
    const reservationId = ids[random.whole(0, ids.length - 1)];
    const found = late.get(reservationId ?? '');
    if (found === undefined || reservationId === undefined) return;
    late.delete(reservationId);
    const { walletId, charge } = found;
    const chance = late === this.#late ? 10 : random.whole(1, 10);
    if (chance > 2) {
      if ((await this.#wallets.execute(walletId, charge)).accepted) this.charges += 1;
      return;
    }
    const isDoubtful = chance === 2;
    if (isDoubtful) await this.#wallets.execute(walletId, the.flag(reservationId, 'process_unknown'));
    const released = { ...the.release(reservationId), resolvedBy: isDoubtful ? ('rule' as const) : null };
    await this.#wallets.execute(walletId, released);
    if (isDoubtful) this.#late.set(reservationId, found);
  }

  async #credit(walletId: string): Promise<void> {
    const random = this.#random;
    const lots = Array.from({ length: random.whole(0, 3) }, (): NewLot => {
      const expiresAt = new Date(this.#now + random.whole(1, 40 * dayMs)).toISOString();
      const kind = random.oneOf(['granted', 'granted', 'paid'] as const);
      return { kind, expiresAt: kind === 'paid' ? expiresAt : random.oneOf([expiresAt, null]), amount: this.#nano(9) };
    });
    const more = lots.length === 0 ? this.#nano(10, 8) : random.oneOf([0n, this.#nano(9)]);
    const amount = lots.reduce((sum, lot) => sum + lot.amount, more);
    await this.#wallets.execute(walletId, { ...the.credit('0', this.#id('f')), amount, lots });
  }

  async #transfer(): Promise<void> {
    const [one, other] = this.#walletIds;
    const [sourceId, destinationId] = this.#random.oneOf([[one, other] as const, [other, one] as const]);
    const order = { transferId: this.#id('f'), tenantId: the.tenantId, sourceId, destinationId, reason: 'test' };
    const deps = { log: this.#log, createId: this.#createId, wallets: this.#wallets };
    await createTransfer(deps, { ...order, amount: this.#nano(9) });
  }

  async #debit(walletId: string): Promise<void> {
    const takes = this.#random.oneOf([undefined, 'paid', 'paid_first'] as const);
    const debit = { ...the.debit('0', this.#id('f')), amount: this.#nano(9) };
    await this.#wallets.execute(walletId, takes === undefined ? debit : { ...debit, takes });
  }

  async #changeLimits(): Promise<void> {
    const [random, key] = [this.#random, this.#key];
    if (key === null) return;
    const level = random.oneOf(['tenant', 'reseller', 'platform'] as const);
    const actor = levelActors[level];
    const raise: NewRaise = {
      amount_eur: eurFromNano(this.#nano(11)),
      until: new Date(this.#now + random.whole(1, 10 * dayMs)).toISOString(),
      reason: 'test',
    };
    const [ofKey] = key.budgets ?? [];
    const [ofPerson] = this.#person?.budgets_by?.[level] ?? [];
    const chance = random.whole(1, 5);
    if (chance === 1) await this.#changeKey({ type: 'raise_key_budget', raise });
    if (chance === 2 && ofKey !== undefined)
      await this.#changeKey({ type: 'raise_key_budget', budgetId: ofKey.budget_id, raise });
    if (chance === 3 && ofKey !== undefined) {
      const budgets = [{ ...ofKey, amount_eur: eurFromNano(this.#nano(9)) }];
      await this.#changeKey({ type: 'narrow_api_key', limits: { ...key, budgets } });
    }
    if (chance === 4) await this.#changePerson({ type: 'set_person_budgets', budgets: this.#budgets(2), actor });
    if (chance === 5 && ofPerson !== undefined)
      await this.#changePerson({ type: 'raise_person_budget', name: ofPerson, raise, actor });
  }

  async #changeKey(command: ApiKeyCommand): Promise<void> {
    const stream = apiKeyStream(this.#keyId);
    const { state } = await handleCommand(command, {
      log: this.#log,
      stream,
      decider: apiKey,
      createId: this.#createId,
    });
    this.#key = state;
  }

  async #changePerson(command: PrincipalCommand): Promise<void> {
    const stream = principalStream(this.#userId);
    const { state } = await handleCommand(command, {
      log: this.#log,
      stream,
      decider: principal,
      createId: this.#createId,
    });
    this.#person = state;
  }

  /** What is due expires, and the gateway says what is left. */
  async #view(walletId: string): Promise<void> {
    await this.#wallets.execute(walletId, the.expireLots(this.#at()));
    await this.#note();
    const fold = new WalletFold();
    await fold.readTail((page) => this.#log.readStream(walletStream(walletId), page));
    this.lines.push({ stream: walletStream(walletId), at: this.#at(), view: this.#seen(fold.state) });
  }

  #seen(state: WalletState): object {
    const [key, person] = [this.#key, this.#person];
    const profile = this.#random.oneOf(profiles);
    const budgets =
      key === null || person === null ? [] : callerBudgets({ key, principal: person }, [profile], this.#now);
    return {
      available_eur: eurFromNano(availableNano(state)),
      lots: lotFigures(state.lots),
      profile,
      ...this.#caller(),
      budgets: budgets.map((budget) => {
        const { settled, reserved, watched: _, ...period } = spendInPeriod(state.budgetSpends, budget);
        const { budget_id } = budget;
        return { budget_id, ...period, settled_eur: eurFromNano(settled), reserved_eur: eurFromNano(reserved) };
      }),
    };
  }

  #caller(): object {
    return { key_id: this.#keyId, user_id: this.#userId };
  }

  #at(): string {
    return new Date(this.#now).toISOString();
  }

  /** Adds what was recorded since the last line. */
  async #note(): Promise<void> {
    for (const event of await this.#log.readAll({
      limit: 10_000,
      ...(this.#read !== undefined && { after: this.#read }),
    })) {
      const { type, data } = decodeEvent(event);
      this.lines.push({ stream: event.stream, at: event.recordedAt, type, data });
      this.#read = event.position;
    }
  }
}

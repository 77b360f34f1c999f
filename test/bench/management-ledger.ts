import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { apiKeySecret, shownPrefix } from '../../src/domain/api-key-secret.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { createTransfer } from '../../src/ledger/administration/transfers.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import {
  allocationStream,
  apiKeyStream,
  fileStream,
  policyStream,
  principalStream,
  responseStream,
  scopeStream,
  topupStream,
} from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { plainPrices } from '../_support/gateway.ts';
import { plantReservation } from '../_support/planted-reservation.ts';
import { logWith } from '../_support/recorded-log.ts';

/** How large a platform is. */
export interface PlatformSize {
  readonly tenants: number;
  /** Of a tenant, evenly among its people. */
  readonly keys: number;
}

export interface BenchKey {
  readonly keyId: string;
  readonly secret: string;
}

export interface BenchTenant {
  readonly tenantId: string;
  readonly resellerId: string;
  readonly groupId: string;
  readonly userId: string;
  readonly walletId: string;
  /** An administrator's, for the management API. */
  readonly admin: BenchKey;
  /** All that call models. */
  readonly keys: readonly BenchKey[];
}

export interface BenchPlatform {
  readonly operator: BenchKey;
  readonly tenants: readonly BenchTenant[];
  readonly events: number;
}

const resellers = 10;
const peopleOfTenant = 10;
/** Of each kind, in a tenant. */
const paymentsOfTenant = 10;
/** Responses, and as many files, of one person. */
const storedOfPerson = 1_000;
const atOnce = 128;
const topupTime = '2027-11-22T12:00:00.000Z';

/** Writes what a platform of that size has recorded: people, keys, policies, payments, calls, and holds to be checked. */
export async function writePlatform(dataDir: string, size: PlatformSize): Promise<BenchPlatform> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await using engine = await openSqliteEventLog({ path: join(dataDir, 'ledger.db'), groupPauseMsMax: 0 });
  const chained = chainedLog(engine);
  const counted = { events: 0 };
  const log = logWith(chained, {
    append: async (stream, expected, events) => {
      counted.events += events.length;
      return await chained.append(stream, expected, events);
    },
  });
  const platform = new PlatformWriter(log, createHmacKeyHasher(keyPepper(dataDir)));
  return { ...(await platform.write(size)), ...counted };
}

class PlatformWriter {
  readonly #log: EventLog;
  readonly #hasher: ReturnType<typeof createHmacKeyHasher>;
  readonly #wallets: Wallets;

  constructor(log: EventLog, hasher: ReturnType<typeof createHmacKeyHasher>) {
    this.#log = log;
    this.#hasher = hasher;
    this.#wallets = new Wallets({ log, mintId: randomUUID });
  }

  async write({ tenants, keys }: PlatformSize): Promise<Omit<BenchPlatform, 'events'>> {
    const resellerIds = Array.from({ length: resellers }, () => randomUUID());
    for (const scope_id of resellerIds) await this.#scope('reseller', scope_id, null);
    const written: BenchTenant[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < tenants) {
        const turn = next++;
        written.push(await this.#tenant(resellerIds[turn % resellers] ?? '', keys));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const [first] = written;
    if (first === undefined) throw new RangeError('a platform has tenants');
    await this.#stored(first);
    const person = await this.#person(first, { platform_role: 'operator' });
    const operator = await this.#key({ ...first, ...person }, true);
    return { operator, tenants: written };
  }

  async #append(stream: string, ...events: readonly DomainEvent[]): Promise<void> {
    await this.#log.append(
      stream,
      'no_stream',
      events.map((event) => encodeEvent(event, randomUUID())),
    );
  }

  async #scope(scope_kind: 'reseller' | 'tenant' | 'group', scope_id: string, parent_id: string | null): Promise<void> {
    const data = { scope_kind, scope_id, parent_id, name: `A ${scope_kind}` };
    await this.#append(scopeStream(scope_kind, scope_id), { type: 'ScopeCreated', data });
  }

  async #tenant(resellerId: string, keyCount: number): Promise<BenchTenant> {
    const [tenantId, groupId] = [randomUUID(), randomUUID()];
    await this.#scope('tenant', tenantId, resellerId);
    await this.#scope('group', groupId, tenantId);
    const rules = {
      allowed_profiles: ['light'],
      allow_all_models: false,
      default_profile: 'light',
      pii_required: false,
    };
    const policy = { scope_kind: 'group', scope_id: groupId, ...rules, max_request_eur: '1.000000000' } as const;
    await this.#append(policyStream('group', groupId), { type: 'PolicySet', data: policy });
    const place = { tenantId, resellerId };
    const people = [];
    for (let made = 0; made < peopleOfTenant; made += 1) {
      people.push(await this.#person(place, { role: made === 0 ? 'admin' : 'member', group_ids: [groupId] }));
    }
    const [first = { userId: '', walletId: '' }] = people;
    const admin = await this.#key({ ...place, ...first }, true);
    const keys: BenchKey[] = [];
    for (let made = 0; made < keyCount; made += 1) {
      keys.push(await this.#key({ ...place, ...(people[made % people.length] ?? first) }, false));
    }
    for (const [turn, person] of people.entries())
      await this.#use({ ...place, ...person }, keys[turn]?.keyId ?? '', turn);
    await this.#payments(
      tenantId,
      people.map(({ walletId }) => walletId),
    );
    return { ...place, groupId, ...first, admin, keys };
  }

  async #person(
    { tenantId, resellerId }: { readonly tenantId: string; readonly resellerId: string },
    roles: { readonly role?: string; readonly platform_role?: 'operator'; readonly group_ids?: string[] },
  ): Promise<{ readonly userId: string; readonly walletId: string }> {
    const [userId, walletId] = [randomUUID(), randomUUID()];
    await this.#wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    const credit = { creditId: randomUUID(), amount: nanoFromEur('1000'), reason: 'bench' };
    await this.#wallets.execute(walletId, { type: 'credit_wallet', ...credit });
    const data = {
      user_id: userId,
      tenant_id: tenantId,
      wallet_id: walletId,
      role: 'member',
      platform_role: null,
      pii_enabled: false,
      reseller_id: resellerId,
      group_ids: [],
      ...roles,
    };
    await this.#append(principalStream(userId), { type: 'PrincipalRegistered', data });
    return { userId, walletId };
  }

  async #key(
    owner: { readonly tenantId: string; readonly userId: string; readonly walletId: string },
    administers: boolean,
  ): Promise<BenchKey> {
    const [keyId, secret] = [randomUUID(), apiKeySecret(randomBytes(32))];
    const data = {
      key_id: keyId,
      name: 'bench',
      key_hash: this.#hasher.hash(secret),
      key_prefix: shownPrefix(secret),
      user_id: owner.userId,
      tenant_id: owner.tenantId,
      wallet_id: owner.walletId,
      allowed_profiles: ['light'],
      allow_all_models: false,
      max_request_eur: null,
      budget_eur: null,
      expires_at: null,
      ...(administers && { administers: true as const }),
    };
    await this.#append(apiKeyStream(keyId), { type: 'ApiKeyCreated', data });
    return { keyId, secret };
  }

  /** A call, and for the first two people of a tenant a hold to be checked, at an upstream of which nothing is known. */
  async #use(
    holder: { readonly tenantId: string; readonly userId: string; readonly walletId: string },
    keyId: string,
    turn: number,
  ): Promise<void> {
    const tenant = { ...holder, keyId, apiKey: '' };
    const planted = { instanceId: 'bench', upstream: 'elsewhere' };
    const reservationId = await plantReservation(this.#log, tenant, planted);
    const lines = [
      { counter: 'input', quantity: 1_000, unit_price_eur: '1.000000000', amount_eur: '0.001000000' } as const,
    ];
    await this.#wallets.execute(holder.walletId, {
      type: 'settle_reservation',
      reservationId,
      cost: { total: nanoFromEur('0.001'), lines },
      priceListId: plainPrices.id,
      priceListVersion: plainPrices.version,
      serviceTier: null,
      usageSource: 'upstream',
      resolvedBy: null,
    });
    if (turn < 2) await plantReservation(this.#log, tenant, { ...planted, flag: 'process_lost' });
  }

  async #stored({ userId: user_id, tenantId: tenant_id, admin: { keyId: key_id } }: BenchTenant): Promise<void> {
    for (let made = 0; made < storedOfPerson; made += 1) {
      const [response_id, file_id] = [`resp_${randomUUID()}`, `file-${randomUUID()}`];
      const sealed = { counted_bytes: 2_000, content_digest: 'd'.repeat(43) };
      const times = { created_at: '2026-11-01T00:00:00.000Z', expires_at: topupTime };
      const owner = { user_id, tenant_id, key_id };
      const answered = { profile: 'light', target: 'small', previous_response_id: null, item_hashes: [] };
      const response = { response_id, ...owner, ...answered, ...times, reservation_id: randomUUID() };
      await this.#append(responseStream(response_id), {
        type: 'ResponseStored',
        data: { ...response, ...sealed, content_bytes: 2_000 },
      });
      const place = { upstream: 'elsewhere', account: 'one', upstream_file_id: `up-${file_id}` };
      const file = { file_id, dialect: 'openai' as const, ...owner, ...place, ...times };
      await this.#append(fileStream(file_id), {
        type: 'FileUploaded',
        data: { ...file, ...sealed, bytes: 2_000, purpose: 'user_data' },
      });
    }
  }

  async #payments(tenant_id: string, wallets: readonly string[]): Promise<void> {
    for (let made = 0; made < paymentsOfTenant; made += 1) {
      const [topup_id, allocation_id] = [randomUUID(), randomUUID()];
      const [source = '', destination = ''] = [wallets[made % wallets.length], wallets[(made + 1) % wallets.length]];
      const topup = { topup_id, tenant_id, wallet_id: source, amount_eur: '5.000000000', expires_at: topupTime };
      const reference = `WB-${topup_id.slice(0, 8)}`;
      await this.#append(topupStream(topup_id), { type: 'TopupRequested', data: { ...topup, reference } });
      const shares = [{ wallet_id: destination, basis_points: 100 }];
      const allocation = { allocation_id, tenant_id, parent_id: source, shares, frequency: 'monthly' } as const;
      await this.#append(
        allocationStream(allocation_id),
        { type: 'AllocationCreated', data: allocation },
        // One that runs would move money while the lists are read.
        { type: 'AllocationStopped', data: { allocation_id, tenant_id } },
      );
      await createTransfer(
        { log: this.#log, mintId: randomUUID, wallets: this.#wallets },
        {
          transferId: randomUUID(),
          tenantId: tenant_id,
          sourceId: source,
          destinationId: destination,
          amount: 1_000_000n,
          reason: 'bench',
        },
      );
    }
  }
}

import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { openLedger, type OpenedLedger } from '../../src/composition/opened-ledger.ts';
import { apiKeySecret } from '../../src/domain/api-key-secret.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { createApiKey, registerPrincipal } from '../../src/ledger/identities.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { runWaybill } from './watched-process.ts';
import * as words from '../_support/wallet-vocabulary.ts';

/** Charges are spread over as many days, the last of which is today, and as many values of a tag; persons written at once. */
export const [days, tags] = [14, 20];
const [dayMs, lanes] = [86_400_000, 32];

/** How much is written. */
interface Size {
  readonly charges: number;
  readonly keys: number;
}

/** What was written. */
export interface Scene {
  /** Keys of an operator, of finance, and of a person who has spent something. */
  readonly operator: string;
  readonly finance: string;
  readonly member: string;
  readonly userId: string;
  readonly walletId: string;
  readonly reservationId: string;
  readonly tenantId: string;
  readonly groupId: string;
}

/** The ledger in a directory; written when there is none. */
export async function sceneOf(
  directory: string,
  environment: Readonly<Record<string, string>>,
  { charges, keys, tell }: Size & { tell(what: string): void },
): Promise<Scene> {
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const path = join(directory, 'scene.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Scene;
  const ledger = await openLedger({ dataDir, engine: 'sqlite', projections: [] });
  const ends: number[] = [];
  let scene: Scene;
  try {
    const people = new People(ledger, dataDir);
    scene = await people.tenancy(keys);
    tell(`${keys} people are written`);
    for (let day = 0; day < days; day += 1) {
      await people.spend(Math.round(charges / keys / days) || 1);
      ends.push(lastPosition(join(dataDir, 'ledger.db')));
      tell(`day ${day + 1} of ${days} is written`);
    }
  } finally {
    await ledger.close();
  }
  spread(join(dataDir, 'ledger.db'), ends);
  tell('read models are made');
  await runWaybill(environment, 'projections', 'rebuild', '--json');
  writeFileSync(path, JSON.stringify(scene));
  return scene;
}

function lastPosition(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  return Number(database.prepare('SELECT last_position FROM log').get()?.['last_position']);
}

/** Dates what was written at once as if it had been written day by day: the log gives no event a date of another. */
function spread(path: string, ends: readonly number[]): void {
  using database = new DatabaseSync(path);
  let begin = 0;
  for (const [index, end] of ends.entries()) {
    const back = (ends.length - 1 - index) * dayMs;
    database
      .prepare('UPDATE events SET recorded_at = recorded_at - ? WHERE position > ? AND position <= ?')
      .run(back, begin, end);
    begin = end;
  }
}

interface Holder {
  readonly userId: string;
  readonly keyId: string;
  readonly walletId: string;
  readonly profile: string;
  /** Events of their wallet. */
  revision: number;
}

/** A tenant with as many people as there are keys, each with a key and a wallet of their own. */
class People {
  readonly #ledger: OpenedLedger;
  readonly #identities;
  readonly #people: Holder[] = [];
  #reservationId = '';

  constructor(ledger: OpenedLedger, dataDir: string) {
    const keyHasher = createHmacKeyHasher(keyPepper(dataDir, null));
    this.#ledger = ledger;
    this.#identities = { log: ledger.log, createId: randomUUID, actor: 'system:bench', keyHasher };
  }

  async tenancy(keys: number): Promise<Scene> {
    const [tenantId, groupId, reservationId] = [randomUUID(), randomUUID(), randomUUIDv7()];
    for (const [scope_kind, scope_id, parent_id] of [
      ['tenant', tenantId, null],
      ['group', groupId, tenantId],
    ] as const) {
      const scope = { scope_kind, scope_id, parent_id, name: `a ${scope_kind}` };
      await changeScope(this.#identities, { kind: scope_kind, scopeId: scope_id }, { type: 'create_scope', scope });
    }
    const [operator, finance, member] = [secretOf(), secretOf(), secretOf()];
    await this.#add({ tenantId, groupId, secret: operator, platformRole: 'operator' });
    await this.#add({ tenantId, groupId, secret: finance, platformRole: 'finance' });
    const whose = await this.#add({ tenantId, groupId, secret: member, platformRole: null });
    let left = keys - this.#people.length;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (left-- > 0) await this.#add({ tenantId, groupId, secret: secretOf(), platformRole: null });
      }),
    );
    this.#reservationId = reservationId;
    const { userId, walletId } = whose;
    return { operator, finance, member, userId, walletId, reservationId, tenantId, groupId };
  }

  async #add(of: {
    readonly tenantId: string;
    readonly groupId: string;
    readonly secret: string;
    readonly platformRole: 'operator' | 'finance' | null;
  }): Promise<Holder> {
    const { tenantId, groupId, secret, platformRole } = of;
    const [userId, keyId, walletId] = [randomUUID(), randomUUID(), randomUUID()];
    const events: DomainEvent[] = [
      { type: 'WalletOpened', data: { wallet_id: walletId, tenant_id: tenantId } },
      words.credited('100000', randomUUID()),
    ];
    await this.#append(walletId, 'no_stream', events);
    await registerPrincipal(this.#identities, {
      user_id: userId,
      tenant_id: tenantId,
      wallet_id: walletId,
      role: 'member',
      platform_role: platformRole,
      pii_enabled: false,
      reseller_id: null,
      group_ids: [groupId],
    });
    const limits = { allowedProfiles: [], allowAllModels: true, maxRequestEur: null, budgetEur: null, expiresAt: null };
    const key = { keyId, secret, name: `key ${this.#people.length}`, userId, tenantId, walletId, ...limits };
    await createApiKey(this.#identities, { ...key, administers: true, inference: true });
    const profile = ['light', 'average', 'smart'][this.#people.length % 3] ?? 'light';
    const person = { userId, keyId, walletId, profile, revision: events.length - 1 };
    this.#people.push(person);
    return person;
  }

  /** As many charges of each person. */
  async spend(each: number): Promise<void> {
    const left = this.#people.values();
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const person of left) await this.#spendOne(person, each);
      }),
    );
  }

  async #spendOne(person: Holder, each: number): Promise<void> {
    const isMember = person === this.#people[2];
    const events = Array.from({ length: each }, (_, index) => {
      const isFirst = isMember && index === 0 && this.#reservationId !== '';
      const reservationId = isFirst ? this.#reservationId : randomUUIDv7();
      if (isFirst) this.#reservationId = '';
      return this.#chargeOf(person, reservationId);
    }).flat();
    await this.#append(person.walletId, person.revision, events);
    person.revision += events.length;
  }

  #chargeOf({ userId, keyId, profile, walletId }: Holder, reservation_id: string): readonly DomainEvent[] {
    const named = { reservation_id, key_id: keyId, user_id: userId };
    const inference = {
      surface: 'chat_completions',
      profile,
      target: 'small',
      upstream: 'sandbox',
      upstream_model: 'sandbox-small',
      tags: { project: `p${parseInt(walletId.slice(0, 4), 16) % tags}` },
    };
    const postings = [words.move('reserved', 'revenue', '0.01'), words.move('reserved', 'available', '3.99')];
    const [held, bill] = [words.reserved('4'), words.settled({ cost: '0.01', released: '3.99', postings })];
    // The members that are replaced are those of the event's own type.
    return [
      { ...held, data: { ...held.data, ...named, inference } } as DomainEvent,
      { ...bill, data: { ...bill.data, reservation_id, key_id: keyId } } as DomainEvent,
    ];
  }

  async #append(walletId: string, expected: number | 'no_stream', events: readonly DomainEvent[]): Promise<void> {
    const batch = events.map((event) => {
      const encoded = encodeEvent(event, randomUUID());
      return { ...encoded, data: encoded.data.replaceAll(words.walletId, walletId) };
    });
    await this.#ledger.log.append(walletStream(walletId), expected, batch);
  }
}

const secretOf = (): string => apiKeySecret(randomBytes(32));

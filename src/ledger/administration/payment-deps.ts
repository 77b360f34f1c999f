import type { EventLog } from '../../ports/event-log.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { Wallets } from '../wallets.ts';
import type { BankEntries } from './bank-entries.ts';

/** Dependencies of operations that move money between wallets, and into them. */
export interface PaymentDeps {
  readonly log: EventLog;
  readonly wallets: Pick<Wallets, 'execute' | 'preview'>;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
  /** Derives ids that must be the same in every gateway. */
  readonly keyHasher: KeyHasher;
}

/** Dependencies of operations on top-ups, whose payments a bank states. */
export interface TopupDeps extends PaymentDeps {
  readonly bankEntries: Pick<BankEntries, 'claim' | 'isFree'>;
}

import type { NanoEur } from '../money.ts';

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Sets the threshold of a wallet: an alert is recorded when the posted amount falls below `below`; `null`: never. */
export interface SetWalletAlert extends Administered {
  readonly type: 'set_wallet_alert';
  readonly below: NanoEur | null;
}

/** Sets the threshold of a key: an alert is recorded when no more than `left` of its budget is left; `null`: never. */
export interface SetBudgetAlert extends Administered {
  readonly type: 'set_budget_alert';
  readonly keyId: string;
  /** The key's budget. */
  readonly budget: NanoEur;
  readonly left: NanoEur | null;
}

/** Commands for the alerts of a wallet and of its keys. */
export type AlertCommand = SetWalletAlert | SetBudgetAlert;

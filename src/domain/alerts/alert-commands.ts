import type { NanoEur } from '../money.ts';

interface Administered {
  /** Who does it: see `actor.ts`. */
  readonly actor?: string;
}

/** Has it told when what is posted in the wallet goes below `below`; `null`: never. */
export interface SetWalletAlert extends Administered {
  readonly type: 'set_wallet_alert';
  readonly below: NanoEur | null;
}

/** Has it told when no more than `left` of a key's budget is left to spend; `null`: never. */
export interface SetBudgetAlert extends Administered {
  readonly type: 'set_budget_alert';
  readonly keyId: string;
  /** The key's budget. */
  readonly budget: NanoEur;
  readonly left: NanoEur | null;
}

/** What can be asked of the alerts of a wallet and of its keys. */
export type AlertCommand = SetWalletAlert | SetBudgetAlert;

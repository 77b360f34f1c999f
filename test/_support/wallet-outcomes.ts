import { wallet } from '../../src/domain/wallet.ts';
import type { WalletCommand, WalletRefusal } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';

export type WalletOutcome = WalletEvent['type'] | WalletRefusal;

/** The types of the events that a command leads to after those given, or the name of the broken rule. */
export const outcomesOf = (given: readonly WalletEvent[], command: WalletCommand): readonly WalletOutcome[] => {
  const state = given.reduce((folded, event) => wallet.evolve(folded, event), wallet.initialState);
  const decision = wallet.decide(command, state);
  return decision.accepted ? decision.events.map((event) => event.type) : [decision.refusal];
};

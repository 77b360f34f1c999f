import { creditHintFor, type CreditHints } from '../../domain/scopes/credit-hint.ts';
import { GatewayError } from '../../errors.ts';
import type { Authenticated } from '../records.ts';

export interface HintedDeps {
  readonly creditHints: CreditHints;
}

/** An error for a caller: a refusal for lack of credit, whatever lacks it, comes with the caller's credit hint. */
export function withHint(
  error: unknown,
  { caller }: Pick<Authenticated, 'caller'>,
  { creditHints }: HintedDeps,
): unknown {
  const hint = creditHintFor(caller, creditHints);
  const isForCredit = error instanceof GatewayError && error.type === 'billing_error';
  return isForCredit && hint !== null ? error.withCreditHint(hint) : error;
}

/** Does a caller's work. What it raises is raised as {@link withHint} returns it. */
export async function hinted<Done>(
  identified: Pick<Authenticated, 'caller'>,
  deps: HintedDeps,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    throw withHint(error, identified, deps);
  }
}

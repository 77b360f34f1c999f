import { creditHintFor, type CreditHints } from '../../domain/scopes/credit-hint.ts';
import { GatewayError } from '../../errors.ts';
import type { Authenticated } from '../records.ts';

export interface HintedDeps {
  readonly creditHints: CreditHints;
}

/** Does a caller's work. A refusal for lack of credit, whatever lacks it, is raised with the caller's credit hint. */
export async function hinted<Done>(
  { caller }: Pick<Authenticated, 'caller'>,
  { creditHints }: HintedDeps,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    const hint = creditHintFor(caller, creditHints);
    throw error instanceof GatewayError && error.type === 'billing_error' && hint !== null
      ? error.withCreditHint(hint)
      : error;
  }
}

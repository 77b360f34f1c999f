import type { BudgetRest } from '../../domain/budgets/budget-rest.ts';
import type { GatewayError } from '../../errors.ts';
import type { ErrorDialect } from './error-dialect.ts';

/**
 * The error record with all four keys that OpenAI clients read, each `null` where it has no value. A refusal of the
 * upstream has the upstream's own code, because clients act on it.
 */
export function openaiErrorBody({ message, type, param, code, upstreamCode, creditHint, budget }: GatewayError): {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
    readonly credit_hint?: string;
    readonly budget?: BudgetRest;
  };
} {
  const hint = creditHint === null ? {} : { credit_hint: creditHint };
  const exceeded = budget === null ? {} : { budget };
  return { error: { message, type, param, code: upstreamCode ?? code, ...hint, ...exceeded } };
}

/** The errors of every surface that has no dialect of its own. */
export const openaiErrors: ErrorDialect = { status: ({ status }) => status, body: openaiErrorBody };

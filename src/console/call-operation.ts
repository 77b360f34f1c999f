import { checkedInput } from '../admin/read-input.ts';
import { runOperation } from '../admin/run-operation.ts';
import { GatewayError } from '../errors.ts';
import type { ConsoleParts } from './console-parts.ts';
import type { Answer } from './pages/shown-answer.ts';
import type { Visit } from './visit.ts';

/**
 * Calls an operation that reads, for a page that is composed of several: with the roles of the reader, as its own page would.
 * `null`: they may not ask for it, or it is not there. Raises what else the operation raises.
 */
export async function callOperation(
  visit: Visit,
  { deps, frame }: ConsoleParts,
  id: string,
  asked: Readonly<Record<string, string>>,
): Promise<Answer | null> {
  const operation = frame.operations.find((each) => each.id === id && each.method === 'get');
  if (operation === undefined || !visit.may(operation.action)) return null;
  try {
    const input = checkedInput(operation, {
      ...asked,
      ...('limit' in operation.input.shape && { limit: Number(asked['limit'] ?? rowsOfPart) }),
    });
    const administrator = visit.administrator(operation.action);
    const found = await runOperation(operation, input, { administrator, deps: deps.admin, idempotencyKey: null });
    return { operation, found, asked };
  } catch (error) {
    if (error instanceof GatewayError && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
}

/** Rows of a list that is a part of a page. */
const rowsOfPart = 5;

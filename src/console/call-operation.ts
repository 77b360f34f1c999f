import { checkedInput } from '../admin/read-input.ts';
import { runOperation } from '../admin/run-operation.ts';
import { GatewayError } from '../errors.ts';
import type { ConsoleParts } from './console-parts.ts';
import { askedInForm } from './forms/asked-in-form.ts';
import { nothingHere } from './nothing-here.ts';
import type { Answer } from './pages/shown-answer.ts';
import type { Visit } from './visit.ts';

type Asked = Readonly<Record<string, string>>;

/**
 * Calls an operation that reads, for a page that is composed of several: with the roles of the reader, as its own page would.
 * Raises what the operation raises, and `not_permitted`.
 */
export async function askOperation(
  visit: Visit,
  { deps, frame }: ConsoleParts,
  id: string,
  asked: Asked,
): Promise<Answer> {
  const operation = frame.operations.find((each) => each.id === id && each.method === 'get');
  if (operation === undefined) throw nothingHere();
  const administrator = visit.administrator(operation.action);
  const limited = { ...('limit' in operation.input.shape && { limit: rowsOfPart }), ...asked };
  const input = checkedInput(operation, askedInForm(operation, new URLSearchParams(limited)));
  const found = await runOperation(operation, input, { administrator, deps: deps.admin, idempotencyKey: null });
  return { operation, found, asked };
}

/** {@link askOperation}. `null`: they may not ask for it, or it is not there. */
export async function callOperation(
  visit: Visit,
  parts: ConsoleParts,
  id: string,
  asked: Asked,
): Promise<Answer | null> {
  try {
    return await askOperation(visit, parts, id, asked);
  } catch (error) {
    if (error instanceof GatewayError && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
}

/** Rows of a list that is a part of a page. */
const rowsOfPart = '5';

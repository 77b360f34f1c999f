// The efforts that each model takes in a request for a response.
import { RefusedAsk } from './ask.ts';
import { REASONING_TOKENS } from './reasoning-tokens.ts';

/** A model that is not named here takes them all. */
const EFFORTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['sandbox-small', []],
  ['sandbox-medium', ['low', 'medium', 'high']],
  ['sandbox-large', ['none', 'low', 'medium', 'high', 'max']],
]);

const ALL_EFFORTS = [...REASONING_TOKENS.keys()];

/** Raises {@link RefusedAsk} for an effort that the model does not take; without one all is well. */
export function assertEffort(effort: unknown, param: string, model: string): void {
  if (effort === undefined || effort === null) return;
  const [name = ''] = model.split(':', 1);
  const efforts = EFFORTS.get(name) ?? ALL_EFFORTS;
  if (typeof effort === 'string' && efforts.includes(effort)) return;
  if (efforts.length === 0) {
    const message = `Unsupported parameter: '${param}' is not supported with this model.`;
    throw new RefusedAsk({ message, param, code: 'unsupported_parameter' }, model);
  }
  const supported = efforts.map((each) => `'${each}'`).join(', ');
  const message = `Unsupported value: ${JSON.stringify(effort)} is not supported with the '${name}' model. Supported values are: ${supported}.`;
  throw new RefusedAsk({ message, param, code: 'unsupported_value' }, model);
}

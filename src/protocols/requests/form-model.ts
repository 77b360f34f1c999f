import { profilePattern } from '../../domain/profile-name.ts';
import { invalidValue } from './json-body.ts';
import { requestFault } from './request-fields.ts';

/** The model that the `model` fields of a form name; `null`: none. Raises `GatewayError` (400) for an invalid name. */
export function readFormModel(fields: readonly string[]): string | null {
  const [model = null] = fields;
  if (model === null || profilePattern.test(model)) return model;
  throw invalidValue(
    requestFault('model', 'a name of 1 to 200 characters: first a letter or digit, then also . _ : / + @ -'),
  );
}

/** The same for a form with any fault: `null` for an invalid name too. */
export function modelInForm([model = '']: readonly string[]): string | null {
  return profilePattern.test(model) ? model : null;
}

import { profilePattern } from '../domain/profile-name.ts';
import { requestFault } from '../protocols/requests/request-fields.ts';
import { fieldTexts, type Form } from './form.ts';
import { invalidValue } from '../protocols/requests/json-body.ts';

/** The model that a form names; `null`: none. Raises `GatewayError` (400) for what is no name. */
export function readModel(form: Form): string | null {
  const [model = null] = fieldTexts(form, 'model');
  if (model === null || profilePattern.test(model)) return model;
  throw invalidValue(
    requestFault('model', 'a name of 1 to 200 characters: first a letter or digit, then also . _ : / + @ -'),
  );
}

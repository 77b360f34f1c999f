import { fieldsOf, type FormFields } from '../requests/form-fields.ts';

/** Of uploads in OpenAI's interface. */
export const openaiFileFields: FormFields = new Map([
  ...fieldsOf('file', 'file'),
  ...fieldsOf('one', 'model', 'purpose'),
  ...fieldsOf('object', 'expires_after'),
]);

/** Of uploads in Anthropic's; some servers of it take a `purpose` as well. */
export const anthropicFileFields: FormFields = new Map([
  ...fieldsOf('file', 'file'),
  ...fieldsOf('one', 'model', 'expires_in_seconds', 'purpose'),
]);

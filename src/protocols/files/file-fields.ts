import { fieldsOf, type FormFields } from '../requests/form-fields.ts';

/** Form fields of uploads in OpenAI's interface. */
export const openaiFileFields: FormFields = new Map([
  ...fieldsOf('file', 'file'),
  ...fieldsOf('one', 'model', 'purpose'),
  ...fieldsOf('object', 'expires_after'),
]);

/** Form fields of uploads in Anthropic's interface; some of its servers accept a `purpose` as well. */
export const anthropicFileFields: FormFields = new Map([
  ...fieldsOf('file', 'file'),
  ...fieldsOf('one', 'model', 'expires_in_seconds', 'purpose'),
]);

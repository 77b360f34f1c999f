/**
 * Bytes that are no multipart form, or that two readers could parse as two different forms. The message says what is
 * wrong.
 */
export class FormFault extends Error {
  override readonly name = 'FormFault';
}

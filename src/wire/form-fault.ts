/** Bytes that are no multipart form, or that two readers could take for two forms. The message says what is wrong. */
export class FormFault extends Error {
  override readonly name = 'FormFault';
}

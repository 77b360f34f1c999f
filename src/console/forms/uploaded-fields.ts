import { GatewayError } from '../../errors.ts';
import { FormFault } from '../../wire/form-fault.ts';
import { boundaryOf, createMultipartReader } from '../../wire/multipart-reader.ts';

/** The fields of a form with files (RFC 7578): of a file, its bytes as base64. Raises `malformed_form`. */
export function uploadedFields(bytes: Buffer, contentType: string): URLSearchParams {
  const fields = new URLSearchParams();
  let [name, isFile, pieces]: [string, boolean, Buffer[]] = ['', false, []];
  try {
    const reader = createMultipartReader(boundaryOf(contentType), {
      begin: (head) => ([name, isFile, pieces] = [head.name, head.fileName !== null, []]),
      data: (piece) => void pieces.push(Buffer.from(piece)),
      finish: () => fields.append(name, Buffer.concat(pieces).toString(isFile ? 'base64' : 'utf8')),
    });
    reader.push(bytes);
    reader.end();
    return fields;
  } catch (error) {
    if (!(error instanceof FormFault)) throw error;
    throw new GatewayError('malformed_form', { detail: `The form cannot be read: ${error.message}.`, cause: error });
  }
}

import { FormFault } from './form-fault.ts';
import { formFileName, utf8Text } from './form-file-name.ts';
import { readHeaderParameters, type ParameterisedValue } from './header-parameters.ts';

/** The headers of a part of a form. */
export interface FormPartHead {
  readonly name: string;
  /** `null` for a field; may be empty for a file. */
  readonly fileName: string | null;
  /** Type and parameters in one spelling; `null` when none was sent, or an invalid one. */
  readonly contentType: string | null;
  /** The character set of a field's value. */
  readonly charset: 'utf-8' | 'iso-8859-1';
  /** The length of the content as stated; `null` when it is not stated. */
  readonly contentLength: number | null;
}

const linesMax = 16;
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Reads the headers of a part, without the blank line: RFC 7578 §4, with what standard libraries add. Raises {@link
 * FormFault} for anything that two readers could understand differently: control bytes, folded lines, repeated headers
 * and parameters, two names of one file, encodings of the content.
 */
export function readFormPartHead(bytes: Buffer): FormPartHead {
  const headers = headersOf(bytes);
  const disposition = dispositionOf(headers.get('content-disposition'));
  const { parameters } = disposition;
  const name = parameters.get('name');
  if (name === undefined) throw new FormFault('a part has no `name`');
  const file = formFileName(parameters);
  if ('fault' in file) throw new FormFault(file.fault);
  const encoding = (headers.get('content-transfer-encoding') ?? 'binary').toLowerCase();
  if (!['7bit', '8bit', 'binary'].includes(encoding)) {
    throw new FormFault('a part is encoded: send its bytes as they are, without `content-transfer-encoding`');
  }
  const type = readHeaderParameters(headers.get('content-type') ?? '');
  return {
    name,
    fileName: file.name,
    contentType: writtenType(type),
    charset: charsetOf(type, file.name === null),
    contentLength: lengthOf(headers.get('content-length')),
  };
}

function headersOf(bytes: Buffer): ReadonlyMap<string, string> {
  // Some libraries write file names in Latin-1.
  const lines = (utf8Text(bytes) ?? bytes.toString('latin1')).split('\r\n');
  if (lines.length > linesMax) throw new FormFault(`a part has more than ${linesMax} headers`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line)) throw new FormFault('a part header holds a control byte');
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (!fieldName.test(name)) throw new FormFault('a part has a line that is no header');
    if (headers.has(name)) throw new FormFault(`a part says \`${name}\` twice`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Parameters of a file in RFC 2183 that change nothing. */
const ignored = new Set(['size', 'creation-date', 'modification-date', 'read-date']);
const known = new Set(['name', 'filename', 'filename*', ...ignored]);

function dispositionOf(text: string | undefined): ParameterisedValue {
  const disposition = text === undefined ? null : readHeaderParameters(text);
  if (disposition?.value !== 'form-data') {
    throw new FormFault('a part has no `content-disposition: form-data` that can be read one way only');
  }
  if ([...disposition.parameters.keys()].some((name) => !known.has(name))) {
    throw new FormFault('a `content-disposition` has `name`, `filename`, `filename*` and no other parameter');
  }
  return disposition;
}

const mediaType = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}\/[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** An invalid type is left out. */
function writtenType(type: ParameterisedValue | null): string | null {
  if (type === null || !mediaType.test(type.value)) return null;
  const parameters = [...type.parameters].filter(([, value]) => token.test(value));
  return [type.value, ...parameters.map(([name, value]) => `${name}=${value}`)].join('; ');
}

function charsetOf(type: ParameterisedValue | null, isField: boolean): FormPartHead['charset'] {
  const charset = type?.parameters.get('charset')?.toLowerCase() ?? 'utf-8';
  if (!isField || ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset)) return 'utf-8';
  if (charset === 'iso-8859-1') return charset;
  throw new FormFault('a field is in a character set that is not read: send UTF-8');
}

function lengthOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw new FormFault('the `content-length` of a part is no number of bytes');
  return Number(text);
}

export interface FormDisposition {
  readonly name: string;
  /** It has a file name, perhaps an empty one. */
  readonly isFile: boolean;
}

const parameters = /\s*;\s*(name|filename\*?)=("(?:[^"\\]|\\.)*"|[^\s";\\]+)/gi;

/**
 * What a part of a form is called. `null` where another parser could read another name: it goes upstream as it is, and
 * what is priced here must be what is served there. One `name`, one file name in each of its two forms, and nothing
 * else (RFC 7578 §4.2).
 */
export function readDisposition(disposition: string): FormDisposition | null {
  const given = [...disposition.matchAll(parameters)];
  const whole = ['form-data', ...given.map(([text]) => text)].join('').toLowerCase();
  if (whole !== disposition.trim().toLowerCase()) return null;
  const values = new Map(given.map(([, key = '', value = '']) => [key.toLowerCase(), value]));
  const name = values.get('name');
  if (name === undefined || name.includes('\\') || values.size !== given.length) return null;
  return {
    name: name.startsWith('"') ? name.slice(1, -1) : name,
    isFile: values.has('filename') || values.has('filename*'),
  };
}

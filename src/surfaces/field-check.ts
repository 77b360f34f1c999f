import type { FieldKind, FormFields } from '../protocols/requests/form-fields.ts';
import type { FormPartHead } from '../wire/form-part-head.ts';
import { GatewayError } from '../errors.ts';

const written = /^([A-Za-z0-9_]{1,64})(\[[A-Za-z0-9_]{0,64}\])?$/;

/** Checks the parts of one form as they arrive against its allowed fields. */
export class FieldCheck {
  readonly #fields: FormFields;
  readonly #seen = new Set<string>();

  constructor(fields: FormFields) {
    this.#fields = fields;
  }

  /** The error (400) for a part that is not a field of the form, or is sent in a wrong way; `null`: it is one. */
  faultOf({ name, fileName }: FormPartHead): GatewayError | null {
    const [, base = '', brackets = ''] = written.exec(name) ?? [];
    const kind = this.#fields.get(base);
    if (kind === undefined || !isOfKind(kind, brackets)) return this.#unknown(name, base);
    if (kind === 'file' && fileName === null)
      return invalid(name, 'must be sent as a file: its part has no `filename`');
    if (kind !== 'file' && fileName !== null)
      return invalid(name, 'must be sent as a field: its part has a `filename`');
    if (kind !== 'list' && this.#seen.has(name)) return invalid(name, 'must be sent once');
    const whole = brackets === '' ? [...this.#seen].find((seen) => seen.startsWith(`${base}[`)) : base;
    if (kind === 'object' && whole !== undefined && this.#seen.has(whole)) {
      return invalid(name, `must be sent whole or by its members, not both`);
    }
    this.#seen.add(name);
    return null;
  }

  #unknown(name: string, base: string): GatewayError {
    const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
    const meant = base.toLowerCase();
    const param = shown;
    if (this.#fields.has(meant) && meant !== base) {
      return new GatewayError('invalid_value', { detail: `${quoted(shown)} must be written \`${meant}\`.`, param });
    }
    const names = [...this.#fields.keys()].join(', ');
    return new GatewayError('unsupported_parameter', {
      detail: `${quoted(shown)} is not a field of this form. Its fields are: ${names}.`,
      param,
    });
  }
}

function isOfKind(kind: FieldKind, brackets: string): boolean {
  if (brackets === '' || kind === 'object') return brackets !== '[]';
  return kind === 'list' && /^\[\d*\]$/.test(brackets);
}

function invalid(name: string, what: string): GatewayError {
  return new GatewayError('invalid_value', { detail: `${quoted(name)} ${what}.`, param: name });
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '')}\``;
}

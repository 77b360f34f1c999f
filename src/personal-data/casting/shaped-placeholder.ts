/** How values are written where a schema binds them: of these kinds, only what looks like a value fits. */
export type Shape = 'email' | 'ipv4' | 'phone' | 'iban';

/**
 * What looks like a value and never belongs to anybody: domains and addresses that are set aside (RFC 2606, RFC 2544), a
 * country code of telephones (E.164) and a country of accounts that nobody has.
 */
export function shapedPlaceholder(shape: Shape, id: string): string {
  switch (shape) {
    case 'email':
      return `pii.${id}@pii.invalid`;
    case 'ipv4': {
      const digits = numberOf(id, 131_072);
      return `198.${18 + (digits >> 16)}.${(digits >> 8) & 0xff}.${digits & 0xff}`;
    }
    case 'phone':
      return `+999${String(numberOf(id, 900_000_000) + 100_000_000)}`;
    case 'iban':
      return `XX99${id.toUpperCase().padEnd(16, '0')}`;
  }
}

function numberOf(id: string, roof: number): number {
  return Buffer.from(id).reduce((sum, symbol) => (sum * 31 + symbol) % roof, 7);
}

/** `null`: it is written in brackets. */
export function shapeOfPlaceholder(placeholder: string): Shape | null {
  if (placeholder.startsWith('[')) return null;
  if (placeholder.startsWith('+')) return 'phone';
  if (placeholder.startsWith('XX')) return 'iban';
  return placeholder.includes('@') ? 'email' : 'ipv4';
}

/** Of all shapes, wherever they stand in a text, be they ours or not. */
export const shapedPattern =
  /\bpii\.[a-z0-9]{5,64}@pii\.invalid\b|\b198\.1[89]\.\d{1,3}\.\d{1,3}\b|\+999[1-9]\d{8}\b|\bXX99[A-Z0-9]{16,20}\b/g;

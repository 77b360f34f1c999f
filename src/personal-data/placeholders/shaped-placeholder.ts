/** The kinds of which only a placeholder that looks like a value satisfies a schema. */
export type Shape = 'email' | 'ipv4' | 'phone' | 'iban';

/**
 * Placeholders that look like values and belong to no one: reserved domains and addresses (RFC 2606, RFC 2544), an
 * unassigned country code of telephones (E.164) and an unassigned country of accounts.
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

/** `null`: the placeholder is written in brackets. */
export function shapeOfPlaceholder(placeholder: string): Shape | null {
  if (placeholder.startsWith('[')) return null;
  if (placeholder.startsWith('+')) return 'phone';
  if (placeholder.startsWith('XX')) return 'iban';
  return placeholder.includes('@') ? 'email' : 'ipv4';
}

/** Placeholders of all shapes, anywhere in a text, whether ours or not. */
export const shapedPattern =
  /\bpii\.[a-z0-9]{5,64}@pii\.invalid\b|\b198\.1[89]\.\d{1,3}\.\d{1,3}\b|\+999[1-9]\d{8}\b|\bXX99[A-Z0-9]{16,20}\b/g;

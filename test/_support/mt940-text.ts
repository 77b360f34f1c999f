/** The account of the statements that tests import. */
export const iban = 'DE89370400440532013000';

/** A statement of MT940 with one payment, whose text is cut where subfields end. */
export function mt940Text(account: string, text: string): string {
  return (
    `:20:S\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C261119EUR0,00\r\n:61:2611201120C25,00NTRFINV-7//BANK-0001\r\n` +
    `:86:166?20EREF+INV-7?21SVWZ+${text.slice(0, 9)}?22${text.slice(9)}\r\n:62F:C261120EUR25,00\r\n-`
  );
}

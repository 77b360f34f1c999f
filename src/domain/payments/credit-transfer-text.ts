import { nanoFromEur, nanoPerCent } from '../money.ts';

/** The account to which payers pay. */
export interface BankAccount {
  /** In the characters of SEPA, at most 70. */
  readonly name: string;
  readonly iban: string;
}

/**
 * What a QR code of a SEPA credit transfer contains (EPC069-12, version 002): account, amount and creditor reference, so
 * that nothing of it is typed. `null`: the amount is not of whole cents; no amount is more than a transfer may be,
 * 999,999,999.99. At most 331 bytes, all of ASCII.
 */
export function creditTransferText(
  { name, iban }: BankAccount,
  { amountEur, creditorReference }: { readonly amountEur: string; readonly creditorReference: string },
): string | null {
  const nano = nanoFromEur(amountEur);
  const cents = nano / nanoPerCent;
  if (cents * nanoPerCent !== nano || cents === 0n) return null;
  const amount = `EUR${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  // Service tag, version, UTF-8, SEPA credit transfer, no BIC; no purpose before the reference.
  return ['BCD', '002', '1', 'SCT', '', name, iban, amount, '', creditorReference].join('\n');
}

/** Statements in ISO 20022, as far as tests need them. */

export interface CamtTransaction {
  readonly amount?: string;
  readonly currency?: string;
  readonly direction?: string;
  /** Of `Refs`, by element. */
  readonly refs?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Further elements. */
  readonly more?: string;
}

export interface CamtEntry extends CamtTransaction {
  readonly status?: string;
  readonly date?: string;
  readonly reference?: string;
  readonly number?: string;
  /** Absent: the entry says itself what its one transaction is. */
  readonly transactions?: readonly CamtTransaction[];
  /** What `NtryDtls/Btch` has. */
  readonly batch?: string;
}

const element = (name: string, text: string | undefined): string =>
  text === undefined || text === '' ? '' : `<${name}>${text}</${name}>`;

export function camtTransaction({
  amount,
  currency = 'EUR',
  direction,
  refs = {},
  text,
  more = '',
}: CamtTransaction): string {
  const named = Object.entries(refs).map(([name, value]) => element(name, value));
  return element(
    'TxDtls',
    element('Refs', named.join('')) +
      (amount === undefined ? '' : `<Amt Ccy="${currency}">${amount}</Amt>`) +
      element('CdtDbtInd', direction) +
      element('RmtInf', element('Ustrd', text)) +
      more,
  );
}

export function camtEntry({
  amount = '25.00',
  currency = 'EUR',
  direction = 'CRDT',
  status = '<Cd>BOOK</Cd>',
  date = '<Dt>2026-11-20</Dt>',
  reference,
  number,
  refs = {},
  text = '',
  transactions = [{ refs, text }],
  batch,
  more = '',
}: CamtEntry): string {
  const details = element('Btch', batch) + transactions.map(camtTransaction).join('');
  return (
    `<Ntry>${element('NtryRef', number)}<Amt Ccy="${currency}">${amount}</Amt>${element('CdtDbtInd', direction)}` +
    `${element('Sts', status)}${element('BookgDt', date)}${element('AcctSvcrRef', reference)}` +
    `${element('NtryDtls', details)}${more}</Ntry>`
  );
}

const roots = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

export function camtText(
  entries: readonly string[],
  {
    message = '053',
    iban = 'DE89370400440532013000',
  }: { readonly message?: keyof typeof roots; readonly iban?: string } = {},
): string {
  const [root, statement] = roots[message];
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.08">` +
    `<${root}><GrpHdr><MsgId>M</MsgId></GrpHdr><${statement}><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>` +
    `${entries.join('')}</${statement}></${root}></Document>`
  );
}

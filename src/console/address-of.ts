/** The path of the console. */
export const consolePath = '/console';

/** An address in the console, with a query of these members; those without a value are left out. */
export function addressOf(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const members = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  const text = new URLSearchParams(members).toString();
  return consolePath + path + (text === '' ? '' : `?${text}`);
}

/** Pages that show more than the answer of an operation, by the operation that they stand for. */
const composedPages: Readonly<Partial<Record<string, string>>> = {
  showReservation: '/charge',
  showUser: '/person',
  listUserPolicies: '/person',
  showTenant: '/tenant',
  showGroup: '/group',
  showWallet: '/wallet',
  listEntries: '/wallet',
  listUsage: '/usage',
  listPostings: '/ledger',
  listPriceLists: '/prices',
  importPayments: '/payments',
};

/** Whether a composed page stands for an operation. */
export function isComposed(id: string): boolean {
  return composedPages[id] !== undefined;
}

/** Whether two operations have one page. */
export function haveOnePage(one: string, other: string): boolean {
  return operationAddress(one) === operationAddress(other);
}

/** The page of an operation, or the composed one that stands for it. */
export function operationAddress(id: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  return addressOf(composedPages[id] ?? `/operations/${id}`, query);
}

/** An address to go on to after the log-in: one of this console, or another in its place. */
export function ownAddress(asked: string | undefined, other = addressOf('/')): string {
  return asked !== undefined && asked.length <= 2_000 && /^\/console\/[\w/]*(\?[\w.~%&=+*-]*)?$/.test(asked)
    ? asked
    : other;
}

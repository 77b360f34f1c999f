/**
 * Commands that do much the same in two ways: directly on the ledger, and as the operation of the management API whose id
 * is in parentheses. Each with what it does. Why both exist: docs/adr/0052.
 */
const families: readonly Readonly<Record<string, string>>[] = [
  {
    'keys create': 'acts directly on the ledger; also creates a missing user, tenant and wallet',
    'keys make': 'does what the API does (createKey): for an existing user; also keys for administration',
  },
  {
    'keys list': 'prints all keys as a table',
    'keys find': 'does what the API does (listKeys): one page; also by the beginning of the secret',
  },
  {
    'keys revoke': 'refuses a key that is already revoked, and needs no reason',
    'keys end': 'does what the API does (revokeKey): may be repeated, and prints the key',
  },
  {
    'wallets list': 'prints all wallets as a table',
    'wallets find': 'does what the API does (listWallets): one page; also of one tenant',
  },
  {
    'wallets show': 'shows the balance, and what each key has spent',
    'wallets read': 'does what the API does (showWallet): the balance, and the alerts',
  },
  {
    'wallets credit': 'adds credit without a payment; the API has no such operation',
    'topups request': 'does what the API does (requestTopup): the credit comes with a bank payment',
    'wallets correct': 'does what the API does (correctWallet): corrects something recorded, by its id',
  },
  { 'wallets unrestrict': 'acts directly on the ledger; the API has no such operation' },
  {
    'reservations list': 'prints all open reservations as a table',
    'reservations find': 'does what the API does (listReservations): one page; also asks billing records',
  },
  {
    'reservations resolve': 'also charges counters, and with --force ends a reservation that is not flagged',
    'reservations release': 'does what the API does (releaseReservation)',
    'reservations settle': 'does what the API does (settleReservation): charges an amount',
  },
  {
    'policies list': 'prints the policies of all scopes',
    'policies show': 'does what the API does (showPolicy): the policy of one scope',
  },
  {
    'targets try': 'makes a few calls past the ledger, to see how an upstream counts; the API has no such operation',
    'targets status': 'does what the API does (showTargets): how each target does now',
  },
  { 'policies set': 'does what the API does (setPolicy), with options of other names' },
  { 'tenants list': 'lists tenants that have a wallet; the API (listTenants) lists those that were created' },
];

/** The help text of a command, by its group and verb, about its relation to the management API; empty: there is none. */
export function relatedCommands(name: string): string {
  const family = Object.entries(families.find((each) => name in each) ?? {});
  if (family.length === 0) return '';
  const width = Math.max(...family.map(([command]) => command.length));
  const lines = family.map(([command, does]) => `  waybill ${command.padEnd(width)}  ${does}`);
  return ['', 'Relation to the management API:', ...lines].join('\n');
}

const scopeColumns = ['id', 'parent_id', 'status', 'name'];

/**
 * The columns of the table in which a command shows the list of an operation, by its id: what people read. `--json` prints
 * every member.
 */
export const listColumns: Readonly<Partial<Record<string, readonly string[]>>> = {
  listResellers: scopeColumns,
  listTenants: scopeColumns,
  listGroups: scopeColumns,
  listUsers: ['id', 'tenant_id', 'wallet_id', 'role', 'platform_role', 'status'],
  listUserPolicies: [
    'scope_kind',
    'scope_id',
    'default_profile',
    'max_request_eur',
    'pii_required',
    'allowed_profiles',
  ],
  listKeys: [
    'id',
    'name',
    'key_prefix',
    'user_id',
    'wallet_id',
    'revoked',
    'expires_at',
    'last_used_on',
    'cost_of_month_eur',
    'created_by',
  ],
  listWallets: [
    'id',
    'tenant_id',
    'available_eur',
    'reserved_eur',
    'posted_eur',
    'settled_eur',
    'selection_eur',
    'open_reservations',
    'restricted',
  ],
  listActions: [
    'recorded_at',
    'operation',
    'subject_kind',
    'subject_id',
    'actor',
    'actor_user_id',
    'actor_role',
    'reason',
    'after',
  ],
  listCharges: ['reserved_at', 'id', 'user_id', 'profile', 'state', 'cost_eur', 'estimate', 'overrun'],
  listReservationEvents: ['recorded_at', 'type', 'stream', 'revision', 'postings'],
  listPostings: ['position', 'recorded_at', 'type', 'stream', 'revision', 'postings'],
  listPriceLists: ['profile', 'target', 'id', 'version', 'since', 'until'],
  listMargins: [
    'recorded_at',
    'wallet_id',
    'reservation_id',
    'cost_eur',
    'granted_eur',
    'cost_above_eur',
    'margin_eur',
  ],
  listEntries: ['recorded_at', 'kind', 'cause', 'change_eur', 'held_eur', 'posted_eur', 'available_eur', 'subject_id'],
  listTopups: ['id', 'wallet_id', 'amount_eur', 'reference', 'status'],
  listTransfers: ['id', 'source_id', 'destination_id', 'amount_eur', 'status'],
  listPayouts: ['id', 'wallet_id', 'amount_eur', 'status', 'bank_reference', 'bank_date'],
  listWebhooks: ['id', 'tenant_id', 'reseller_id', 'status', 'url'],
  listDeliveries: ['id', 'due_at', 'message_type', 'status', 'attempts', 'next_at', 'failure', 'answer_status'],
  listAllocations: ['id', 'parent_id', 'frequency', 'allocations'],
  listReservations: ['id', 'wallet_id', 'amount_eur', 'reserved_at', 'upstream', 'cause', 'billing_record'],
  listTargets: [
    'target',
    'upstream',
    'status',
    'wait_ms',
    'requests_running',
    'first_byte_ms',
    'last_failure',
    'instance_id',
  ],
  listUsage: ['day', 'user_id', 'key_id', 'surface', 'model', 'requests', 'errors', 'cost_eur'],
  listResponses: ['id', 'created_at', 'expires_at', 'model', 'bytes', 'previous_response_id'],
  listFiles: ['id', 'dialect', 'created_at', 'expires_at', 'bytes'],
};

/** The rows of an answer; `null`: it is no list. */
export function rowsOf(found: object): readonly Readonly<Record<string, unknown>>[] | null {
  // `as`: a list has rows.
  return 'data' in found && Array.isArray(found.data)
    ? (found.data as readonly Readonly<Record<string, unknown>>[])
    : null;
}

/** A value as a cell: lists of words with commas, `–` for nothing. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',');
  return JSON.stringify(value);
}

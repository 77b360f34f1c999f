/**
 * The closed list of what the second word of a command may be: one word for each act, with its meaning, and the words that
 * people may try instead. docs/management-api.md has the same table.
 */
export const verbs: Readonly<Record<string, readonly [meaning: string, ...others: readonly string[]]>> = {
  accept: ['take the data directory as it is, after a loss'],
  alert: ['set the threshold of an alert'],
  budget: ['set what may be spent in a period'],
  cancel: ['end a top-up that is not paid', 'abort'],
  change: ['replace members of a thing', 'rename', 'update', 'edit'],
  check: ['whether a file is usable', 'validate'],
  close: ['end a tenant, group or person for ever', 'deactivate'],
  confirm: ['book a payment for a top-up', 'approve'],
  copy: ['the ledger into another engine', 'migrate'],
  correct: ['undo something recorded, by its id', 'adjust'],
  create: ['record something new', 'make', 'open', 'add', 'new', 'issue'],
  credit: ['add credit to a wallet without a payment', 'fund', 'deposit'],
  delete: ['remove what is set or stored', 'remove', 'rm', 'unset'],
  diff: ['what a changed file changes', 'compare'],
  draft: ['a file for review from published data', 'propose'],
  erase: ['delete all that a person has stored', 'forget', 'purge'],
  evaluate: ['measure a table against outcomes', 'score'],
  explain: ['which policies apply to a user', 'policies'],
  export: ['print all rows or entries for other programs', 'dump'],
  grant: ['add credit that nobody paid for', 'give', 'gift'],
  import: ['read a file of the bank', 'load'],
  inspect: ['what would be found in a text', 'scan'],
  join: ['add a user to a group', 'enter'],
  leave: ['remove a user from a group', 'exit'],
  limit: ['set how many requests and tokens a minute', 'throttle'],
  list: ['the things of a kind, in pages', 'find', 'ls', 'search', 'status'],
  measure: ['count what tenants have and store', 'count'],
  narrow: ['take permissions from a key', 'restrict'],
  raise: ['let a budget have more for a while', 'boost'],
  rebuild: ['fold a read model again', 'reset'],
  reload: ['take a changed configuration', 'refresh'],
  replay: ['send recorded messages again', 'resend'],
  request: ['ask for money by a bank payment', 'order'],
  resolve: ['end a reservation whose outcome is unknown', 'release', 'settle'],
  resume: ['end a suspension', 'unsuspend', 'activate'],
  revoke: ['refuse a key for ever', 'end', 'disable'],
  rotate: ['replace the secret of a key', 'renew'],
  set: ['replace the policy of a scope', 'put'],
  show: ['one thing, by its id', 'read', 'get', 'describe'],
  stop: ['end a rule that distributes credit', 'halt'],
  suspend: ['refuse requests until it is resumed', 'block', 'pause'],
  tag: ['say which tags requests may have, or need', 'label'],
  tail: ['the newest entries, and those that come', 'follow'],
  train: ['a table from outcomes', 'fit'],
  try: ['call a target past the ledger', 'test', 'probe'],
  unrestrict: ['lift the restriction of a wallet', 'unlock'],
  verify: ['check every sum and digest', 'audit'],
  workbook: ['the same as export, for people', 'xlsx', 'excel'],
};

/** The word of the list for a word that means the same; `null`: there is none. */
export function verbFor(word: string): string | null {
  return Object.entries(verbs).find(([, [, ...others]]) => others.includes(word))?.[0] ?? null;
}

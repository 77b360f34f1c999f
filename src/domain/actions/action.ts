import { isAsWide, levelOf, levels } from '../scopes/level.ts';
import { actionForm, type ActionEvent, type ActionForm } from './action-forms.ts';

/** Values by name. Plain JSON. */
type Values = Readonly<Record<string, unknown>>;

/** What people did to something, as its events tell it. */
export interface Action {
  /** ISO 8601, UTC, the log's clock. */
  readonly recorded_at: string;
  readonly type: ActionEvent['type'];
  /** The operation of the management API, or the command that has none. */
  readonly operation: string;
  /** See `actor.ts`. */
  readonly actor: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  /** `null`: the subject is of no tenant, or of one that was never recorded. */
  readonly tenant_id: string | null;
  readonly reseller_id: string | null;
  /** In words; `null`: none was asked for. */
  readonly reason: string | null;
  /** What it changed, before and after; `null`: nothing was there before. A long value is its length. */
  readonly before: Values | null;
  readonly after: Values;
}

/** What is known of a subject of actions. */
export interface ActionSubject {
  readonly tenant_id: string | null;
  readonly reseller_id: string | null;
  /** The last value of each member; of what each level has for itself, by name and level. */
  readonly values: Values;
}

/** The kind and the id of what an event is about; `null`: the event is no action. */
export function subjectOfAction(
  event: ActionEvent,
  walletId: string,
): { readonly kind: string; readonly id: string } | null {
  const form = actionForm(event);
  if (form === null) return null;
  const data: Values = event.data;
  if (form.subject === 'scope') return { kind: String(data['scope_kind']), id: String(data['scope_id']) };
  // The bills of a tenant are one stream.
  if (event.type === 'BillClosed') return { kind: form.subject, id: event.data.tenant_id };
  return { kind: form.subject, id: form.subject === 'wallet' ? walletId : String(data[`${form.subject}_id`]) };
}

/** Where an event comes from, and what is known of its subject. */
export interface ActionContext {
  readonly recordedAt: string;
  readonly kind: string;
  readonly id: string;
  /** `null`: it is the first event of the subject. */
  readonly known: ActionSubject | null;
  readonly tenantId: string | null;
  readonly resellerId: string | null;
}

/** The subject after an event, and the action that it is; `null`: nobody did it, but the program itself. */
export function actionOf(
  event: ActionEvent,
  { recordedAt, kind, id, known, tenantId, resellerId }: ActionContext,
): { readonly subject: ActionSubject; readonly action: Action | null } {
  const data: Values = event.data;
  const actor = typeof data['actor'] === 'string' ? data['actor'] : null;
  const form = actionForm(event);
  const place = { tenant_id: tenantId, reseller_id: resellerId };
  if (form === null) return { subject: { ...place, values: known?.values ?? {} }, action: null };
  const { before, after, values } = changeOf(form, data, { values: known?.values ?? {}, actor });
  const subject = { ...place, values };
  if (actor === null || actor.startsWith('system:')) return { subject, action: null };
  return {
    subject,
    action: {
      recorded_at: recordedAt,
      type: event.type,
      operation: form.subject === 'scope' ? form.operation.replace('Scope', capital(kind)) : form.operation,
      actor,
      subject_kind: kind,
      subject_id: id,
      ...place,
      reason: typeof data['reason'] === 'string' ? data['reason'] : null,
      before: known === null ? null : told(before),
      after: told({ ...picked(withCause(data), form.says ?? []), ...after }),
    },
  };
}

interface Change {
  readonly before: Values;
  readonly after: Values;
  /** All of the subject after it. */
  readonly values: Values;
}

function changeOf(
  { sets = [], status, byLevel }: ActionForm,
  data: Values,
  { values, actor }: { readonly values: Values; readonly actor: string | null },
): Change {
  const set = picked(data, sets);
  if (byLevel === undefined) {
    const after = { ...set, ...(status !== undefined && { status }) };
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, values[name] ?? null]));
    return { before, after, values: { ...values, ...after } };
  }
  const level = levelOf(actor ?? undefined);
  const nameAt = (each: string): string => `${byLevel}@${each}`;
  const lifted = levels.filter((each) => isAsWide(level, each)).map(nameAt);
  const isEmpty = Object.values(set).every((value) => Array.isArray(value) && value.length === 0);
  const rest = isEmpty ? Object.fromEntries(Object.entries(values).filter(([name]) => !lifted.includes(name))) : values;
  return {
    before: { [byLevel]: values[nameAt(level)] ?? null },
    after: { [byLevel]: isEmpty ? null : set },
    values: isEmpty ? rest : { ...rest, [nameAt(level)]: set },
  };
}

function picked(data: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
}

/** A correction names in its cause what it corrects. */
function withCause(data: Values): Values {
  const { cause } = data;
  return typeof cause === 'object' && cause !== null ? { ...cause, ...data } : data;
}

/** So long a value is not told: an entry of a list stays short. Characters of JSON. */
const toldMax = 1_000;

function told(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { length } = JSON.stringify(value);
      return [name, length > toldMax ? { characters: length } : value];
    }),
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

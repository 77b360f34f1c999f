import { actionOf, subjectOfAction, type Action, type ActionSubject } from '../src/domain/actions/action.ts';
import { actionTypes, type ActionEvent } from '../src/domain/actions/action-forms.ts';
import * as streams from '../src/ledger/stream-names.ts';
import {
  newestFirstKey,
  type FoldedDocuments,
  type PositionedEvent,
  type Projection,
} from '../src/ports/read-models.ts';

/** An entry of the actions of a tenant or a reseller. */
export interface ListedAction {
  /** The key of the action. */
  readonly action: string;
}

export type ActionsDocument = Action | ListedAction | ActionSubject;

/** Prefix of all actions, newest first. */
export const actionsPrefix = 'all/';

/** Prefix of the entries of a tenant or a reseller, newest first. */
export function actionsPrefixOf(of: 'tenant' | 'reseller', id: string): string {
  return `${of}/${id}/`;
}

/** The part of the key of an event's action after the prefix. */
export function actionPlace({ recordedAt, position }: Pick<PositionedEvent, 'recordedAt' | 'position'>): string {
  return `${newestFirstKey(Date.parse(recordedAt))}/${position.padStart(40, '0')}`;
}

/**
 * What people did, from the events that name an actor: all of it, and by tenant and by reseller, newest first. Beside it, what
 * each subject was last, so that an action says what it changed.
 */
export const actions: Projection<ActionsDocument, ActionEvent> = {
  name: 'actions',
  version: 2,
  streamPrefixes: [
    streams.scopePrefix,
    streams.policyPrefix,
    streams.principalPrefix,
    streams.apiKeyPrefix,
    streams.walletPrefix,
    streams.topupPrefix,
    streams.payoutPrefix,
    streams.transferPrefix,
    streams.allocationPrefix,
    streams.webhookPrefix,
    streams.responsePrefix,
    streams.filePrefix,
    streams.billPrefix,
  ],
  eventTypes: actionTypes,
  // A subject's documents are of one stream. What another says of it, its reseller, is in the first event of that one,
  // which no waiting hides.
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ event, stream }) => {
    // Most requests end by themselves.
    if ('resolved_by' in event.data && event.data.resolved_by !== 'operator') return null;
    const subject = subjectOfAction(event, streams.walletIdOf(stream));
    return subject === null ? null : subjectKey(subject.kind, subject.id);
  },
  evolve: (known, recorded, documents) => {
    const walletId = streams.walletIdOf(recorded.stream);
    const subject = subjectOfAction(recorded.event, walletId);
    if (subject === null) return known;
    // The key is that of a subject.
    return evolved(known as ActionSubject | null, recorded, { ...subject, walletId, documents });
  },
};

function subjectKey(kind: string, id: string): string {
  return `subject/${kind}/${id}`;
}

interface Folding {
  readonly kind: string;
  readonly id: string;
  readonly walletId: string;
  readonly documents: FoldedDocuments<ActionsDocument>;
}

function evolved(
  known: ActionSubject | null,
  recorded: PositionedEvent<ActionEvent>,
  { kind, id, walletId, documents }: Folding,
): ActionSubject {
  const { event, recordedAt } = recorded;
  const place = placeOf(event, known, { kind, id, walletId, documents });
  const { subject, action } = actionOf(event, { recordedAt, kind, id, known, ...place });
  if (action !== null) {
    const at = actionPlace(recorded);
    const key = actionsPrefix + at;
    documents.set(key, action);
    const { tenantId, resellerId } = place;
    if (tenantId !== null) documents.set(actionsPrefixOf('tenant', tenantId) + at, { action: key });
    if (resellerId !== null) documents.set(actionsPrefixOf('reseller', resellerId) + at, { action: key });
  }
  return subject;
}

interface Place {
  readonly tenantId: string | null;
  readonly resellerId: string | null;
}

/** Whose it is: as the event says, or an earlier one of the subject, of its wallet or of its tenant. */
function placeOf(
  { data }: ActionEvent,
  known: ActionSubject | null,
  { kind, id, walletId, documents }: Folding,
): Place {
  const parent = 'parent_id' in data && !('allocation_id' in data) ? data.parent_id : null;
  if (kind === 'reseller') return { tenantId: null, resellerId: id };
  if (kind === 'tenant') return { tenantId: id, resellerId: parent ?? known?.reseller_id ?? null };
  const of = (ofKind: string, ofId: string): ActionSubject | null =>
    documents.get(subjectKey(ofKind, ofId)) as ActionSubject | null;
  const named = kind === 'group' ? parent : 'tenant_id' in data ? data.tenant_id : null;
  const tenantId = named ?? known?.tenant_id ?? of('wallet', walletId)?.tenant_id ?? null;
  const ofTenant = tenantId === null ? null : of('tenant', tenantId);
  const registered = 'reseller_id' in data ? data.reseller_id : null;
  return { tenantId, resellerId: ofTenant?.reseller_id ?? registered ?? known?.reseller_id ?? null };
}

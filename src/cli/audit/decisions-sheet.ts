import { actions, actionsPrefix, type ActionsDocument } from '../../../projections/actions.ts';
import { actionTypes, type ActionEvent } from '../../domain/actions/action-forms.ts';
import type { Action } from '../../domain/actions/action.ts';
import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { columnsOf, noRows, type PackedEvent, type PackSheet } from '../../ledger/audit/pack-sheet.ts';
import type { FoldedDocuments, PositionedEvent } from '../../ports/read-models.ts';
import type { SheetRow } from '../../ports/workbook.ts';

/** What people decided: the actions of `waybill actions list`, corrections among them, and changes of the configuration. */
export class DecisionsSheet implements PackSheet {
  readonly name = 'decisions';
  readonly columns = [
    ...columnsOf('text', 'position'),
    ...columnsOf('time', 'recorded_at'),
    ...columnsOf('text', 'operation', 'actor', 'subject_kind', 'subject_id', 'tenant_id', 'reseller_id', 'reason'),
    ...columnsOf('text', 'before', 'after'),
  ];
  readonly how =
    'A row for each act of a person within the days, as `waybill actions list` has them, and for each change of the configuration: who did what to what, the reason that they gave, and what was before and after, as JSON. Corrections are the rows of `correctWallet`; holds that a person ended are those of `settleReservation` and `releaseReservation`. What the program did by rule is none.';
  /** What each subject was last. */
  readonly #subjects = new Map<string, ActionsDocument>();

  take({ event, recorded, when }: PackedEvent): readonly SheetRow[] {
    if (when === 'after') return noRows;
    const { position, recordedAt: recorded_at, stream } = recorded;
    if (event.type === 'ConfigurationChanged') {
      const { actor, instance_id: subject_id, settings, price_lists, digest } = event.data;
      const about = { operation: 'reloadConfiguration', actor, subject_kind: 'configuration', subject_id };
      const after = JSON.stringify({ digest, settings, price_lists });
      return when === 'within' ? [{ position, recorded_at, ...about, after }] : noRows;
    }
    if (!isAction(event)) return noRows;
    const found = this.#fold({ position, stream, recordedAt: recorded_at, event });
    if (found === null || when !== 'within') return noRows;
    const { before, after, type: _, ...rest } = found;
    return [
      { position, ...rest, before: before === null ? null : JSON.stringify(before), after: JSON.stringify(after) },
    ];
  }

  end(): readonly SheetRow[] {
    return noRows;
  }

  #fold(positioned: PositionedEvent<ActionEvent>): Action | null {
    const key = actions.keyOf(positioned);
    if (key === null) return null;
    let found: Action | null = null;
    const documents: FoldedDocuments<ActionsDocument> = {
      get: (of) => this.#subjects.get(of) ?? null,
      // The fold writes an action under one prefix, and names it under others.
      set: (of, document) => {
        if (of.startsWith(actionsPrefix)) found = document as Action | null;
      },
    };
    const subject = actions.evolve?.(this.#subjects.get(key) ?? null, positioned, documents) ?? null;
    if (subject !== null) this.#subjects.set(key, subject);
    return found;
  }
}

function isAction(event: DomainEvent): event is ActionEvent {
  return (actionTypes as ReadonlySet<string>).has(event.type);
}

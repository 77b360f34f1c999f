import type { MemberChange } from '../../wire/json-edits.ts';
import type { SelectionTold } from '../../domain/selection/selection-told.ts';

/**
 * The member of a last record that names the selected profile and the cost of selecting it: a stream has no headers at
 * its end.
 */
export function selectionChange(selection: SelectionTold | null): readonly MemberChange[] {
  if (selection === null) return [];
  const { profile, eur } = selection;
  return [{ key: 'waybill', json: JSON.stringify({ selected_profile: profile, selection_eur: eur }) }];
}

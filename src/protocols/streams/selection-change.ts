import type { MemberChange } from '../../wire/json-edits.ts';
import type { ShownSelection } from '../../domain/selection/shown-selection.ts';

/**
 * The member of a last record that names the selected profile and the cost of selecting it: a stream has no headers at
 * its end.
 */
export function selectionChange(selection: ShownSelection | null): readonly MemberChange[] {
  if (selection === null) return [];
  const { profile, eur } = selection;
  return [{ key: 'waybill', json: JSON.stringify({ selected_profile: profile, selection_eur: eur }) }];
}

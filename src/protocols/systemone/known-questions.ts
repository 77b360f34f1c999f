import { knownObject, type KnownObject } from '../requests/known-members.ts';

/**
 * A question of `POST /v1/systemone`, by the types of the official client. The target itself names any other fields.
 */
export const knownQuestionMembers: KnownObject = knownObject('type instructions criteria');

import { knownObject, type KnownObject } from '../requests/known-members.ts';

/** A question of `POST /v1/systemone`, by the types of the official client. Fields beside them the target names itself. */
export const knownQuestionMembers: KnownObject = knownObject('type instructions criteria');

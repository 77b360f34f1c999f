import { knownObject, type KnownObject } from '../requests/known-members.ts';
import { uncountedMemberNames } from '../requests/uncounted-member.ts';

/** A question, by the types of the official client. */
export const knownQuestionMembers: KnownObject = knownObject('type instructions criteria');

/**
 * `POST /v1/systemone`. Sources: the types of the official client (@typesafe-ai/sdk 0.6) with `stream`, and members of
 * compatible servers that say how long a model stays loaded, whose request it is, or how it is traced: Ollama
 * (`keep_alive`, `images`), vLLM (`user`, `session_id`, `cache_salt`, `trace`, `instructions`). Media hold the context
 * window as input.
 */
export const knownSystemOneMembers: KnownObject = knownObject(
  `model state questions stream instructions assets images files keep_alive user session_id cache_salt trace ${uncountedMemberNames}`,
);

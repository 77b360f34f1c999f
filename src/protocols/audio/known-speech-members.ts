import { knownObject, type KnownObject } from '../requests/known-members.ts';
import { uncountedMemberNames } from '../requests/uncounted-member.ts';

/** `POST /v1/audio/speech`: the types of the official client (openai 7.57, `SpeechCreateParams`) and `stream`. */
export const knownSpeechMembers: KnownObject = knownObject(
  `model input instructions response_format speed stream stream_format voice ${uncountedMemberNames}`,
);

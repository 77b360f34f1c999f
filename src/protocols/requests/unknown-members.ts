import { findAnswersAsked } from './answers-asked.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { findUnknownMember, type KnownObject } from './known-members.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { findUncountedMember } from './uncounted-member.ts';
import { GatewayError } from '../../errors.ts';
import type { RequestWork, WorkMax } from '../inference-request.ts';

type Unknown = Pick<RequestWork, 'unknownMember'>;

/**
 * The members of a body that may change the amount of work. Raises `GatewayError` (400) for several answers in a
 * protocol that has only one, and for members by which a caller would choose what only the operator may.
 */
export function readUnknownMembers(object: JsonObjectText, known: KnownObject): Unknown {
  const uncounted = findUncountedMember(object);
  if (uncounted !== null) {
    throw new GatewayError(uncounted.reason, { detail: uncounted.message, param: uncounted.param });
  }
  const unknownMember = findUnknownMember(object, known);
  const asked = unknownMember === null ? null : findAnswersAsked(object, known);
  if (asked !== null) {
    throw new GatewayError('unsupported_parameter', {
      detail: `\`${asked.param}\` asks for ${asked.count} answers, and this protocol gives only one.`,
      param: asked.param,
    });
  }
  return { unknownMember };
}

interface Answers extends Unknown {
  /** How many answers were asked for by the protocol's own name for that. */
  readonly choices: WorkMax['answersMax'];
  readonly answersMax: Target['answersMax'];
}

/** Raises `GatewayError` (400) for more answers than the target gives, under any name. */
export function assertAnswers(
  object: JsonObjectText,
  known: KnownObject,
  { choices, unknownMember, answersMax }: Answers,
): void {
  const asked = unknownMember === null ? null : findAnswersAsked(object, known);
  const most = asked !== null && asked.count > choices ? asked : { param: 'n', count: choices };
  if (most.count <= answersMax) return;
  throw new GatewayError('invalid_value', {
    detail: `\`${most.param}\` asks for ${most.count} answers; this model gives ${answersMax} at most.`,
    param: most.param,
  });
}

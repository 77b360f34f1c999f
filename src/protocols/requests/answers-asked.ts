import type { JsonMember, JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { findKnownName, knownDepthMax, knownObject, knownShapeOf, type KnownShape } from './known-members.ts';

/**
 * Names by which compatible servers are asked for several answers, or for the best of several: vLLM (`best_of`,
 * `use_beam_search` with `n`), SGLang and llama.cpp (`n`), text-generation-inference (`best_of`), Transformers
 * (`num_return_sequences`, `num_beams`), Gemini (`candidate_count`).
 */
const multipliers = knownObject(
  'n best_of num_return_sequences num_beams beam_width beam_size num_completions num_generations candidate_count ' +
    'candidateCount',
);

/** An unknown member that asks for more than one answer. */
export interface AnswersAsked {
  readonly param: string;
  readonly count: number;
}

/** How deep unknown objects are searched. */
const depthMax = 4;

/** The most answers that unknown members ask for by such a name, at any place; `null`: none does. */
export function findAnswersAsked(object: JsonObjectText, shape: KnownShape, depth = 1): AnswersAsked | null {
  const known = depth > knownDepthMax ? null : knownShapeOf(object, shape);
  const asked = object.members.map((member) => {
    const name = known === null ? null : findKnownName(object, member, known);
    if (name === null) return askedBy(object, member, 1);
    return name.shape === null ? null : askedInValue(object, member, { shape: name.shape, depth });
  });
  return mostOf(asked);
}

interface Within {
  readonly shape: KnownShape;
  readonly depth: number;
}

function askedInValue(object: JsonObjectText, span: JsonSpan, { shape, depth }: Within): AnswersAsked | null {
  if (span.kind === 'object') return findAnswersAsked(object.object(span), shape, depth + 1);
  if (span.kind !== 'array') return null;
  return mostOf(object.elements(span).map((element) => askedInElement(object, element, { shape, depth })));
}

function askedInElement(object: JsonObjectText, element: JsonSpan, within: Within): AnswersAsked | null {
  return element.kind === 'array' ? askedWithin(object, element, 1) : askedInValue(object, element, within);
}

function askedBy(object: JsonObjectText, member: JsonMember, depth: number): AnswersAsked | null {
  const name = findKnownName(object, member, multipliers)?.name;
  if (name === undefined) return askedWithin(object, member, depth);
  const count = countOf(object, member);
  return count > 1 ? { param: name, count } : null;
}

function askedWithin(object: JsonObjectText, span: JsonSpan, depth: number): AnswersAsked | null {
  if (depth > depthMax) return null;
  if (span.kind === 'object') {
    const nested = object.object(span);
    return mostOf(nested.members.map((member) => askedBy(nested, member, depth + 1)));
  }
  if (span.kind !== 'array') return null;
  return mostOf(object.elements(span).map((element) => askedWithin(object, element, depth + 1)));
}

function mostOf(asked: readonly (AnswersAsked | null)[]): AnswersAsked | null {
  return asked.reduce((most, each) => (each !== null && each.count > (most?.count ?? 1) ? each : most), null);
}

/** Some servers read a number from a string. */
function countOf(object: JsonObjectText, member: JsonMember): number {
  if (member.kind === 'number') return Number(object.text(member));
  return member.kind === 'string' ? Number(object.decode(member)) : 0;
}

// A model whose name begins with `sandbox-judge` is a small model that sorts requests: it answers with a verdict.
import { isFields } from './ask.ts';
import type { Behaviour } from './misbehaviour.ts';

/** Words of a hard request. */
const HARD = /\b(prove|proof|derive|theorem|complexity|refactor)\b/i;

export const isJudge = (model: string): boolean => model.startsWith('sandbox-judge');

/** The label of the most capable for what is hard, else that of the most economical; a label nobody gave, when told to. */
export function verdictOn(input: string, behaviours: ReadonlySet<Behaviour>): string {
  const { labels, text } = readQuestion(input);
  const isHard = HARD.test(text);
  const label = behaviours.has('strange_label') ? 'nobody' : labels.at(isHard ? -1 : 0);
  return JSON.stringify({ target: label ?? null, p_economic_ok: isHard ? 0.1 : 0.9 });
}

function readQuestion(input: string): { readonly labels: readonly string[]; readonly text: string } {
  try {
    const read: unknown = JSON.parse(input);
    const labels = isFields(read) ? read['labels'] : null;
    if (isFields(read) && Array.isArray(labels)) {
      const texts = [read['task'], read['latest']].filter((text) => typeof text === 'string');
      return { labels: labels.filter((label) => typeof label === 'string'), text: texts.join('\n') };
    }
  } catch {
    // Told below.
  }
  return { labels: [], text: input };
}

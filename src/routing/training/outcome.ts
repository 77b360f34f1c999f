import { z } from 'zod';

/** Whether an economical and an advanced model answered a prompt correctly. */
export interface TrainingOutcome {
  readonly prompt: string;
  /** Its subject, if recorded; `null`: unknown, and derived from its words. */
  readonly subject: string | null;
  /** The collection that it comes from, if recorded. */
  readonly set: string | null;
  readonly economicalRight: boolean;
  readonly advancedRight: boolean;
}

/** A line that is no outcome. The message says why, and contains nothing of the prompt. */
export class OutcomeUnreadable extends Error {
  override name = 'OutcomeUnreadable';
}

/** Longest name of a subject or a set, UTF-16 units. */
const nameUnitsMax = 64;

/** Other members are ignored. */
const lineSchema = z.object({
  prompt: z.string().min(1),
  subject: z.string().min(1).max(nameUnitsMax).nullish(),
  set: z.string().min(1).max(nameUnitsMax).nullish(),
  economical_right: z.boolean(),
  advanced_right: z.boolean(),
});

/** Reads a line of JSON. Raises {@link OutcomeUnreadable}. */
export function outcomeIn(line: string): TrainingOutcome {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new OutcomeUnreadable('it is no JSON');
  }
  const read = lineSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new OutcomeUnreadable(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'it is no outcome'}`);
  }
  const {
    prompt,
    subject = null,
    set = null,
    economical_right: economicalRight,
    advanced_right: advancedRight,
  } = read.data;
  return { prompt, subject, set, economicalRight, advancedRight };
}

import { z } from 'zod';

/** Whether an economical and an advanced model answered one prompt rightly. */
export interface Outcome {
  readonly prompt: string;
  /** What it is about, for whoever keeps that; `null`: not known, and found by its words. */
  readonly subject: string | null;
  readonly economicalRight: boolean;
  readonly advancedRight: boolean;
}

/** A line is no outcome. The message says why, and holds nothing of the prompt. */
export class OutcomeUnreadable extends Error {
  override name = 'OutcomeUnreadable';
}

const subjectUnitsMax = 64;

/** Members that are not named are let be. */
const lineSchema = z.object({
  prompt: z.string().min(1),
  subject: z.string().min(1).max(subjectUnitsMax).nullish(),
  economical_right: z.boolean(),
  advanced_right: z.boolean(),
});

/** Reads a line of JSON. Raises {@link OutcomeUnreadable}. */
export function outcomeIn(line: string): Outcome {
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
  const { prompt, subject, economical_right: economicalRight, advanced_right: advancedRight } = read.data;
  return { prompt, subject: subject ?? null, economicalRight, advancedRight };
}

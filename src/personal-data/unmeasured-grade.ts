import type { PiiEntity, PiiGrade } from './pii-kinds.ts';

/** Kinds that are recognised by form and checksum, in any language. */
export const gradesByForm = { EMAIL: 'A', IBAN: 'A', CARD: 'A', IP: 'A' } as const satisfies Partial<
  Record<PiiEntity, PiiGrade>
>;

/**
 * The grade expected of a detector that was not measured: beside forms it has models, or forms with words around them.
 */
export function unmeasuredGrade(entity: PiiEntity): PiiGrade {
  const byForm: Readonly<Partial<Record<PiiEntity, PiiGrade>>> = gradesByForm;
  return byForm[entity] ?? 'B';
}

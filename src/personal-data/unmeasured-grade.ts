import type { PiiEntity, PiiGrade } from './pii-kinds.ts';

/** Kinds that a form and a checksum tell, in whichever language a text is. */
export const gradesByForm = { EMAIL: 'A', IBAN: 'A', CARD: 'A', IP: 'A' } as const satisfies Partial<
  Record<PiiEntity, PiiGrade>
>;

/** What is expected of a detector that nobody has measured: beside forms it has models, or forms with words around. */
export function unmeasuredGrade(entity: PiiEntity): PiiGrade {
  const byForm: Readonly<Partial<Record<PiiEntity, PiiGrade>>> = gradesByForm;
  return byForm[entity] ?? 'B';
}

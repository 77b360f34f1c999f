import { z } from 'zod';

/** Ids are recorded in lower case. */
const idOf = (what: string) => z.uuid(`the id of a ${what}, as waybill commands print it`).toLowerCase();

const hint = z
  .string()
  .min(1)
  .max(300)
  .regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]*(?<!\s)$/u, 'one line of plain text, without control characters')
  .refine((text) => text.split(' ').every(isPlainWord), 'no other links than http and https');

/** Whether a word names no scheme, or is a link of the web that carries no credential. */
function isPlainWord(word: string): boolean {
  if (!/[a-z][a-z\d+.-]*:\S/i.test(word)) return true;
  const link = /^[("'<[]*(https?:\/\/.+)$/i.exec(word)?.[1];
  const url = link === undefined ? null : URL.parse(link);
  return url !== null && url.username === '' && url.password === '';
}

/** The section `credit_hint`: the operator's words for callers without credit. */
export const creditHintSection = z
  .strictObject({
    text: hint
      .optional()
      .describe(
        'Where callers get credit, in one line of plain text, which may contain http links. The message of each 402 ends with it; `error.credit_hint` has it alone.',
      ),
    resellers: z
      .record(idOf('reseller'), hint)
      .default({})
      .describe('Other texts, for the tenants of single resellers, by id.'),
    tenants: z.record(idOf('tenant'), hint).default({}).describe('Other texts, for single tenants, by id.'),
  })
  .prefault({});

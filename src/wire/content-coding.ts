/**
 * Whether a body has no content coding, by its `content-encoding` header: absent, empty, or only `identity`. Names of
 * codings have no case (RFC 9110 §8.4.1).
 */
export function hasNoContentCoding(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return true;
  const codings = [header].flat().flatMap((list) => list.split(','));
  return codings.every((coding) => /^\s*(identity)?\s*$/i.test(coding));
}

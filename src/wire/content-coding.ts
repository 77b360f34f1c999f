/**
 * The content codings of a body by its `content-encoding` header, in lower case and in the order in which they were
 * applied, without `identity`. Names of codings have no case (RFC 9110 §8.4.1).
 */
export function contentCodingsOf(header: string | readonly string[]): readonly string[] {
  return [header]
    .flat()
    .flatMap((list) => list.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Whether a body has no content coding: the header is absent, empty, or only `identity`. */
export function hasNoContentCoding(header: string | readonly string[] | undefined): boolean {
  return header === undefined || contentCodingsOf(header).length === 0;
}

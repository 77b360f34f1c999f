/** A page of a list of names. */
export interface NamesPage {
  readonly keys: readonly string[];
  /** What the next page is asked for with; `null`: it is the last. */
  readonly next: string | null;
}

const codePattern = /<Code>([A-Za-z0-9]{1,64})<\/Code>/;
const keyPattern = /<Key>([^<]{1,4096})<\/Key>/g;
const truncatedPattern = /<IsTruncated>\s*(true|false)\s*<\/IsTruncated>/;
const tokenPattern = /<NextContinuationToken>([^<]{1,4096})<\/NextContinuationToken>/;
const closing = '</ListBucketResult>';

/** The code of an error that S3 answered; `null`: it says none. */
export function errorCodeIn(xml: string): string | null {
  return codePattern.exec(xml)?.[1] ?? null;
}

/** A page of `ListObjectsV2`; `null`: it is none, it was cut, or it does not say how the list goes on. */
export function namesPageIn(xml: string): NamesPage | null {
  const isTruncated = truncatedPattern.exec(xml)?.[1];
  if (isTruncated === undefined || !xml.trimEnd().endsWith(closing)) return null;
  const next = tokenPattern.exec(xml)?.[1];
  if (isTruncated === 'true' && next === undefined) return null;
  const keys = Array.from(xml.matchAll(keyPattern), ([, key = '']) => unescaped(key));
  return { keys, next: isTruncated === 'true' && next !== undefined ? unescaped(next) : null };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

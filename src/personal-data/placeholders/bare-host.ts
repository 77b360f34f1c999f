/** Names of files end like this, and there is no such top-level domain. */
const fileEndings = new Set(
  (
    'ts tsx js jsx mjs cjs json jsonl html htm xhtml css scss less txt csv tsv xml yml yaml toml ini conf cfg log sql bash ' +
    'rb go java kt kts cpp hpp hxx cs php swift lua vue svelte ipynb lock map pdf doc docx xls xlsx ppt pptx odt ods png ' +
    'jpg jpeg gif svg webp ico bmp tiff mp3 mp4 wav ogg webm avi gz tar tgz bz2 xz exe dll jar war class bin dat db sqlite ' +
    'env diff patch proto graphql gradle bat ps1 tmp bak'
  ).split(' '),
);

/** Of files and of countries: with a fragment or a line behind it, it is a file. */
const fileOrCountry = new Set('md py rs sh pl cc so ps ai st tf mk ml zip mov'.split(' '));

/** The longest name of a host with a port and a scheme, characters. */
export const bareHostMax = 280;

const form =
  /^(?:[a-z]{2,8}:)?\.?((?:[\p{L}\p{M}\d_-]{1,63}[.。．｡]){1,126}(\p{L}{2,24}|xn--[a-z\d-]{2,59}|\d{1,3})(?::\d{1,5})?)$/iu;
const fourNumbers = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?$/;

/**
 * The name of a host without a scheme that ends before a place of a text, as some chats make links of: `evil.example`,
 * before the `/` of `evil.example/x`. `null`: none. Reads a bounded number of characters.
 */
export function bareHostBefore(text: string, at: number): string | null {
  let start = at;
  while (start > 0 && at - start < bareHostMax && isHostCode(text.charCodeAt(start - 1))) start -= 1;
  // A part of a path.
  if (at - start < 4 || text.charAt(start - 1) === '/') return null;
  const [, host = null, last = ''] = form.exec(text.slice(start, at)) ?? [];
  if (host === null) return null;
  if (/\d$/.test(last)) return fourNumbers.test(host) ? host : null;
  const ending = last.toLowerCase();
  const isFile = fileEndings.has(ending) || (text.charAt(at) === '#' && fileOrCountry.has(ending));
  return isFile ? null : host;
}

/** A letter, a digit, or one of ".-_:", with the wide full stops. */
function isHostCode(code: number): boolean {
  if (code < 0x80)
    return (
      (code >= 0x30 && code <= 0x3a) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a) ||
      code === 0x2d ||
      code === 0x2e ||
      code === 0x5f
    );
  return (
    code === 0x3002 ||
    code === 0xff0e ||
    code === 0xff61 ||
    (code >= 0xa1 && /[\p{L}\p{M}]/u.test(String.fromCharCode(code)))
  );
}

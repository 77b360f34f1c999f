/**
 * The name of the file in a `content-disposition` of a form, as an upstream is likely to read it: `filename*` before
 * `filename`, escapes undone. `null`: it has none. `disposition` holds UTF-8 as text.
 */
export function formFileName(disposition: string): string | null {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const decoded = extended === undefined ? null : percentDecoded(extended);
  if (decoded !== null) return decoded.normalize('NFC');
  const found = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition);
  const name = found?.[1]?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? found?.[2];
  return name?.normalize('NFC') ?? null;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A word for machines, and no text that could quote somebody. */
const codePattern = /^[a-z][a-z0-9_.-]{0,99}$/i;

/** The code of an upstream's refusal, where it is one; `null` otherwise. */
export function refusalCode(code: string | undefined): string | null {
  return code !== undefined && codePattern.test(code) ? code : null;
}

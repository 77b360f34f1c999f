/** A code for programs, too short and plain to quote a caller's text. */
const codePattern = /^[a-z][a-z0-9_.-]{0,99}$/i;

/** The code of an upstream's refusal if it is well-formed; `null` otherwise. */
export function refusalCode(code: string | undefined): string | null {
  return code !== undefined && codePattern.test(code) ? code : null;
}

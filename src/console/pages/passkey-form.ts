import { html, type Html } from '../../admin/markup/html.ts';
import type { Texts } from '../texts/english.ts';

/** A form whose answer the device gives: the script of the console asks it, and sends the form. */
export function passkeyForm(
  { passkeys }: Texts,
  {
    action,
    kind,
    options,
    hidden,
    submit,
  }: {
    readonly action: string;
    readonly kind: 'create' | 'get';
    /** JSON for `navigator.credentials`. */
    readonly options: string;
    readonly hidden: Readonly<Record<string, string>>;
    readonly submit: string;
  },
): Html {
  return html`<form
    method="post"
    action="${action}"
    class="fields"
    data-passkey="${kind}"
    data-options="${options}"
    data-failed="${passkeys.failed}"
  >
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `)}
    <input type="hidden" name="answer" value="" />
    <p class="submit"><button class="main" disabled>${submit}</button></p>
    <p class="note" role="alert" hidden></p>
    <noscript><p class="hint">${passkeys.script}</p></noscript>
  </form>`;
}

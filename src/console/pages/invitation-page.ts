import { addressOf } from '../address-of.ts';
import { html } from '../../admin/markup/html.ts';
import type { Speech } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { passkeyForm } from './passkey-form.ts';

/** The page of a link with which a person sets a passkey. */
export function invitationPage(
  { words }: Speech,
  { userId, secret, options }: { readonly userId: string; readonly secret: string; readonly options: string },
): ConsolePage {
  const { invitation } = words;
  return {
    title: invitation.title,
    content: html`<h1>${invitation.title}</h1>
      <p>${invitation.about}</p>
      ${passkeyForm(words, {
        action: addressOf('/invitation'),
        kind: 'create',
        options,
        hidden: { user: userId, secret },
        submit: invitation.submit,
      })}`,
  };
}

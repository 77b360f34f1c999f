import { invitationPath, type InvitationLink } from '../../admin/log-ins/invitation-link.ts';
import { addressOf } from '../address-of.ts';
import { html } from '../../admin/markup/html.ts';
import type { Speech } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { issuerLinks } from './open-pages.ts';
import { passkeyForm } from './passkey-form.ts';

/** The page of a link with which a person sets a passkey, or joins their account at an issuer. */
export function invitationPage(
  { words }: Speech,
  {
    options,
    issuers,
    ...link
  }: InvitationLink & { readonly options: string; readonly issuers: Parameters<typeof issuerLinks>[2] },
): ConsolePage {
  const { invitation } = words;
  const { userId: user, secret } = link;
  return {
    title: invitation.title,
    content: html`<h1>${invitation.title}</h1>
      <p>${invitation.about}</p>
      ${passkeyForm(words, {
        action: addressOf('/invitation'),
        kind: 'create',
        options,
        hidden: { user, secret },
        submit: invitation.submit,
      })}
      ${issuers.length > 0 && html`<p>${invitation.orJoin}</p>`} ${issuerLinks(words, invitationPath(link), issuers)}`,
  };
}

/** What is asked before an account at an issuer is joined to a person. */
export function joinPage(
  { words: { invitation } }: Speech,
  {
    action,
    title,
    hidden,
  }: { readonly action: string; readonly title: string; readonly hidden: Readonly<Record<string, string>> },
): ConsolePage {
  return {
    title: invitation.join,
    content: html`<h1>${invitation.join}</h1>
      <p>${invitation.joinAbout}</p>
      <dl class="thing">
        <div>
          <dt>${invitation.account}</dt>
          <dd><bdi>${title}</bdi></dd>
        </div>
        <div>
          <dt>${invitation.person}</dt>
          <dd><code>${hidden['user']}</code></dd>
        </div>
      </dl>
      <form method="post" action="${action}" class="fields">
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `)}
        <p class="submit"><button class="main">${invitation.join}</button></p>
      </form>`,
  };
}

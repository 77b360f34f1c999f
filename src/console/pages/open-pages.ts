import type { GatewayError } from '../../errors.ts';
import { addressOf } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { refusalIn } from '../texts/refusals.ts';
import type { Texts } from '../texts/english.ts';
import type { Speech } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { codeIn } from './operation-words.ts';
import { passkeyForm } from './passkey-form.ts';

/** What the log-in says beside its form. */
export type LogInNote = 'ended' | 'linkUsed' | 'left';

interface NamedIssuer {
  readonly name: string;
  readonly title: string;
}

/** Links to the log-in at each issuer, which goes on to an address of the console. */
export function issuerLinks({ logIn }: Texts, next: string, issuers: readonly NamedIssuer[]): HtmlPart {
  return (
    issuers.length > 0 &&
    html`<p class="actions">
      ${issuers.map(
        ({ name, title }) =>
          html`<a class="button" href="${addressOf(`/log-in/with/${name}`, { next })}"
            >${logIn.by} <bdi>${title}</bdi></a
          >`,
      )}
    </p>`
  );
}

/** The log-in, which goes on to an address of the console. */
export function logInPage(
  speech: Speech,
  {
    note,
    next,
    refusal,
    passkey,
    issuers,
    left,
  }: {
    readonly note: LogInNote | null;
    readonly next: string;
    readonly refusal: GatewayError | null;
    /** What the device is asked for, as JSON, or where passkeys can be used. */
    readonly passkey: { readonly options: string } | { readonly at: string };
    readonly issuers: readonly NamedIssuer[];
    /** The issuer whose session was ended here, and goes on there. */
    readonly left: NamedIssuer | null;
  },
): ConsolePage {
  const { words } = speech;
  const { logIn } = words;
  return {
    title: logIn.title,
    content: html`<h1>${logIn.title}</h1>
      ${note !== null && html`<p class="note" role="status">${codeIn(logIn[note])}</p>`}
      ${refusal !== null && refusalNote(speech, refusal)}
      ${
        left !== null &&
        html`<p class="actions">
          <a class="button" href="${addressOf(`/log-out/with/${left.name}`)}"
            >${logIn.leave} <bdi>${left.title}</bdi></a
          >
        </p>`
      }
      ${issuerLinks(words, next, issuers)}
      ${
        'options' in passkey
          ? passkeyForm(words, {
              action: addressOf('/log-in/passkey'),
              kind: 'get',
              options: passkey.options,
              hidden: { next },
              submit: words.passkeys.logIn,
            })
          : html`<p class="hint"><a href="${passkey.at}">${words.passkeys.elsewhere}</a></p>`
      }
      <form method="post" action="${addressOf('/log-in')}" class="fields">
        <input type="hidden" name="next" value="${next}" />
        <div class="field">
          <label for="key">${logIn.key}</label>
          <input
            id="key"
            name="key"
            type="password"
            required
            autocomplete="off"
            spellcheck="false"
            aria-describedby="about"
            ${refusal !== null && html`aria-invalid="true"`}
          />
          <p class="hint" id="about">${logIn.about}</p>
        </div>
        <p class="submit"><button class="main">${logIn.submit}</button></p>
      </form>
      <p class="hint">${codeIn(logIn.link)}</p>`,
  };
}

/**
 * After the log-in: a page, and no redirect. A browser that came from elsewhere would not send the new cookie along a
 * redirect, and does from a page of the same site.
 */
export function enteredPage({ words }: Speech, next: string): ConsolePage {
  return {
    title: words.logIn.entered,
    content: html`<meta http-equiv="refresh" content="0;url=${next}" />
      <h1>${words.logIn.entered}</h1>
      <p><a class="button" href="${next}">${words.logIn.goOn}</a></p>`,
  };
}

/** A refusal in the words of the API. */
export function refusalPage(speech: Speech, error: GatewayError): ConsolePage {
  const { words } = speech;
  return {
    title: words.refusal.title,
    content: html`<h1>${words.refusal.title}</h1>
      ${refusalNote(speech, error)}
      <p class="hint">${words.refusal.code}: <code>${error.code}</code></p>
      <p><a class="button" href="${addressOf('/')}">${words.frame.home}</a></p>`,
  };
}

/** The API's words. A page has no `param` to look into. */
export function messageOf({ message, param }: GatewayError): string {
  return message.replace('the field named in `param`', param === null ? 'it' : `\`${param}\``);
}

/** What was refused, and what to do next: in the reader's language what such a refusal means, and the API's exact words. */
export function refusalNote({ language }: Speech, error: GatewayError): Html {
  const own = refusalIn(language, error.code);
  const message = messageOf(error);
  if (own === null) return html`<p class="refusal" role="alert">${codeIn(message)}</p>`;
  return html`<div class="refusal" role="alert">
    <p>${own}</p>
    <p lang="en"><small>${codeIn(message)}</small></p>
  </div>`;
}

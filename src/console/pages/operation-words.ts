import { groupOf, type AdminOperation } from '../../admin/operation.ts';
import { html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Language } from '../../admin/markup/languages.ts';
import { saidIn } from '../texts/said-in.ts';
import type { Texts } from '../texts/english.ts';

/** What an operation does, in one or two words. Without a text of its own: as the command says it. */
export function titleOfVerb({ verbs }: Texts, operation: Pick<AdminOperation, 'id' | 'command'>): string {
  const verb = verbOf(operation);
  return Object.hasOwn(verbs, verb) ? verbs[verb as keyof Texts['verbs']] : asWords(verb);
}

/** What an operation makes that is not there yet, in a few words; `null`: it makes nothing. */
export function titleOfMaking({ home }: Texts, operation: Pick<AdminOperation, 'id' | 'command'>): string | null {
  const group = groupOf(operation);
  const isMaking = ['create', 'request', 'import'].includes(verbOf(operation)) && Object.hasOwn(home.makes, group);
  return isMaking ? home.makes[group as keyof Texts['home']['makes']] : null;
}

/** What a group of operations is about. */
export function titleOfGroup({ groups }: Texts, group: string): string {
  return Object.hasOwn(groups, group) ? groups[group as keyof Texts['groups']] : asWords(group);
}

/** The second word of the command; one command does two operations, which have words of their own. */
export function verbOf({ id, command }: Pick<AdminOperation, 'id' | 'command'>): string {
  const verb = command.split(' ')[1] ?? '';
  return verb === 'resolve' ? (/^[a-z]+/.exec(id)?.[0] ?? verb) : verb;
}

/** The operation that shows one thing of a group. */
export function showOf(group: string, operations: readonly AdminOperation[]): AdminOperation | undefined {
  return operations.find((each) => groupOf(each) === group && verbOf(each) === 'show');
}

/** The name of a member, as a person reads it: in the reader's language where there is a text, else the API's own. */
export function titleOfMember({ members }: Texts, name: string): string {
  return Object.hasOwn(members, name) ? members[name as keyof Texts['members']] : asWords(name);
}

/** What the API says of a field or an operation, in the reader's language where there is a text; nothing of an empty one. */
export function saidOf(language: Language, text: string, isNeeded = false): HtmlPart {
  if (text === '') return null;
  const own = saidIn(language, text);
  if (own === null) return html`<span lang="en">${codeIn(text)}</span>`;
  // A needed field is not left empty.
  return codeIn(isNeeded ? own.replace(/ ?(Empty|Vuoto|Leer): [^.]+\./u, '') : own);
}

/** Names between backticks as code. */
export function codeIn(text: string): HtmlPart {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A name of the API in words. */
function asWords(name: string): string {
  const words = name.replace(/_eur$/, '_€').replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

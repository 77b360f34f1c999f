import { invitationHash, invitationPath, type InvitationLink } from '../../admin/log-ins/invitation-link.ts';
import type { LoggingIn } from '../../admin/log-ins/people-log-ins.ts';
import { isOpen } from '../../domain/log-ins/log-ins.ts';
import { GatewayError } from '../../errors.ts';
import type { ConsoleParts } from '../console-parts.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What an invitation says of itself, in its address or in the form of its page. */
export function namedIn(asked: URLSearchParams): InvitationLink {
  return { userId: asked.get('user') ?? '', secret: asked.get('secret') ?? '' };
}

/** The invitation that an address of the console is; `null`: it is another page. */
export function invitationIn(address: string): InvitationLink | null {
  const [path, query] = address.split('?');
  const named = namedIn(new URLSearchParams(query));
  return path === invitationPath(named).split('?')[0] ? named : null;
}

/** The person of an open invitation. Raises `not_permitted` for another one, the same for all reasons. */
export async function invited(
  { deps }: ConsoleParts,
  named: InvitationLink,
): Promise<LoggingIn & { readonly hash: string }> {
  const { userId } = named;
  const hash = invitationHash(deps.admin.keyHasher, named);
  const found = uuid.test(userId) ? await deps.people.find(userId) : null;
  const at = new Date(deps.admin.now()).toISOString();
  const open = found?.logIns.invitation ?? null;
  if (found !== null && open !== null && isOpen(open, hash, at)) return { ...found, hash };
  throw linkEnded();
}

/** The refusal of a link that is not open. */
export function linkEnded(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'This link was used, was replaced by another, or is too old.',
    next: 'Ask your administrator for another link: `waybill users invite`.',
  });
}

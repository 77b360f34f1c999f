import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { SheetRow } from '../../ports/workbook.ts';
import { columnsOf, noRows, type PackedEvent, type PackSheet } from './pack-sheet.ts';

interface Held {
  readonly kind: 'user' | 'key';
  readonly id: string;
  readonly tenant_id: string;
  readonly role: string;
  readonly platform_role: string;
  readonly status: string;
  readonly since: string;
  readonly actor: string;
}

/** Who could do what, and when: roles of people, and keys of the management API. */
export class RolesSheet implements PackSheet {
  readonly name = 'roles';
  readonly columns = [
    ...columnsOf('text', 'kind', 'id', 'tenant_id', 'role', 'platform_role', 'status'),
    ...columnsOf('time', 'since', 'until'),
    ...columnsOf('text', 'actor'),
  ];
  readonly how =
    'A row for each role that a person had, and each key that could call the management API, on any of the days: since when, until when (empty: at their end still), and who gave it. `tenant_id` of a key is that of its person.';
  readonly #held = new Map<string, Held>();

  take({ event, recorded, when }: PackedEvent): readonly SheetRow[] {
    if (when === 'after') return noRows;
    const { recordedAt: since } = recorded;
    const next = isOfRoles(event) ? nextOf(event, (id) => this.#held.get(id), since) : null;
    if (next === null) return noRows;
    const before = this.#held.get(next.id);
    this.#held.set(next.id, next);
    return before === undefined || when !== 'within' || before.status === 'ended'
      ? noRows
      : [{ ...before, until: since }];
  }

  *end(): Generator<SheetRow> {
    for (const held of this.#held.values()) if (held.status !== 'ended') yield { ...held, until: null };
  }
}

const roleTypes = [
  'PrincipalRegistered',
  'PrincipalChanged',
  'PrincipalSuspended',
  'PrincipalResumed',
  'PrincipalClosed',
  'ApiKeyCreated',
  'ApiKeyRevoked',
] as const;

type RoleEvent = Extract<DomainEvent, { readonly type: (typeof roleTypes)[number] }>;

function isOfRoles(event: DomainEvent): event is RoleEvent {
  return (roleTypes as readonly string[]).includes(event.type);
}

/** What somebody has from an event on; `null`: what they had. */
function nextOf(event: RoleEvent, heldBy: (id: string) => Held | undefined, since: string): Held | null {
  const { data } = event;
  const by = { since, actor: 'actor' in data && data.actor !== undefined ? data.actor : '' };
  switch (event.type) {
    case 'PrincipalRegistered': {
      const { user_id: id, tenant_id, role, platform_role } = event.data;
      return { kind: 'user', id, tenant_id, role, platform_role: platform_role ?? '', status: 'active', ...by };
    }
    case 'PrincipalChanged': {
      const { user_id, role, platform_role } = event.data;
      const known = heldBy(user_id);
      const isSame = known?.role === role && known.platform_role === (platform_role ?? '');
      return known === undefined || isSame ? null : { ...known, role, platform_role: platform_role ?? '', ...by };
    }
    case 'PrincipalSuspended':
    case 'PrincipalResumed':
    case 'PrincipalClosed': {
      const known = heldBy(event.data.user_id);
      const status = { PrincipalSuspended: 'suspended', PrincipalResumed: 'active', PrincipalClosed: 'ended' }[
        event.type
      ];
      return known === undefined ? null : { ...known, status, ...by };
    }
    case 'ApiKeyCreated': {
      const { key_id: id, tenant_id, administers, user_id } = event.data;
      if (administers !== true) return null;
      const owner = heldBy(user_id);
      const roles = { role: owner?.role ?? '', platform_role: owner?.platform_role ?? '' };
      return { kind: 'key', id, tenant_id, ...roles, status: 'active', ...by };
    }
    case 'ApiKeyRevoked': {
      const known = heldBy(event.data.key_id);
      return known === undefined ? null : { ...known, status: 'ended', ...by };
    }
  }
}

import { adminRoles, permissions, type AdminRole, type Reach } from '../../src/domain/scopes/permissions.ts';
import { markdownTable } from './markdown-table.ts';

const reaches: Readonly<Record<Reach, string>> = { all: 'all', reseller: 'reseller', tenant: 'tenant', own: 'own' };

const meanings: Readonly<Record<AdminRole, string>> = {
  operator: '`platform_role` is `operator`: sets the platform up, and moves no money',
  finance: '`platform_role` is `finance`: confirms payments, moves and corrects money',
  auditor: '`platform_role` is `auditor`: reads everything, and changes nothing',
  reseller_admin: '`role` is `reseller_admin`: administers the reseller above their tenant',
  tenant_admin: '`role` is `admin`: administers their tenant',
  member:
    '`role` is anything else, such as `member`: their own keys, usage, charges and wallet, and what they have stored',
};

/** `docs/roles.md`: who may what in the management API. */
export function rolesPage(): string {
  const rows = Object.entries(permissions).map(([action, byRole]) => {
    const named: Partial<Record<AdminRole, Reach>> = byRole;
    return [`\`${action}\``, ...adminRoles.map((role) => (named[role] === undefined ? '–' : reaches[named[role]]))];
  });
  return `# Roles

Who may what in the [management API](management-api.md). The table is the one that decides. A person has the
role of their tenant, and may have one of the platform beside it; the widest reach counts. A key calls the management
API only if it was made for that (\`administers\`), and then models only if it says so (\`inference\`). The \`waybill\` command may do everything, on the machine that holds
the data directory.

${markdownTable(
  ['role', 'who has it'],
  adminRoles.map((role) => [`\`${role}\``, meanings[role]]),
)}

How far a role reaches: \`all\`, everything; \`reseller\`, the reseller above the person's tenant and what is below it;
\`tenant\`, the person's tenant; \`own\`, what belongs to the person. Whoever lacks an action is answered 403. Whoever
has it, and names what is out of reach, is answered 404, as if it were not there.

${markdownTable(['action', ...adminRoles.map((role) => `\`${role}\``)], rows)}

Five rules stand beside the table. A policy is set from above: a reseller's by the operator, a tenant's by the operator
or its reseller, those of groups and people by these and the tenant's administrator. Nobody acts for who stands
above them: roles of the platform are given by the operator alone, and a key for somebody is made by nobody of a lower
role. Nobody changes their own roles, and each time that \`operator\` or \`finance\` is given, the event \`PlatformRoleGranted\`
alerts those who follow the events of identities. A suspension is lifted by the level that made it, or one
above: what the operator suspended, by the operator alone; what the reseller suspended, by the reseller's
administrators and the operator. And limits and policies bind the levels below: each level has its own, the
narrowest applies, and nobody lifts those of a level above. What a level below a person suspends, closes or
limits keeps them from calls of models, not from the management API.
`;
}

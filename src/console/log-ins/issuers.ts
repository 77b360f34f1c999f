import type { LogInIssuer } from '../../ports/log-in-issuer.ts';

/** An issuer by which people log in, as configured. */
export interface ConsoleIssuer {
  /** In addresses of the console. */
  readonly name: string;
  /** As the log-in calls it. */
  readonly title: string;
  readonly issuer: string;
  /** The only tenant whose people it vouches for; `null`: all. */
  readonly tenantId: string | null;
  /** Whether it makes people who are not registered. */
  readonly makesPeople: boolean;
  /** Roles in the tenant by group; `null`: it says nothing about roles. */
  readonly roles: Readonly<Record<string, IssuedRole>> | null;
  /** Loaded when somebody logs in. */
  provider(): Promise<LogInIssuer>;
}

/** A role that an issuer may give: none on the platform. */
export type IssuedRole = 'member' | 'admin' | 'reseller_admin';

const widestLast: readonly IssuedRole[] = ['member', 'admin', 'reseller_admin'];

/** The highest role of a person's groups; `member` without any, and where the issuer says nothing about groups. */
export function issuedRole(roles: Readonly<Record<string, IssuedRole>>, groups: readonly string[] | null): IssuedRole {
  const found = (groups ?? []).flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group] ?? 'member'] : []));
  return widestLast.findLast((role) => found.includes(role)) ?? 'member';
}

import type { Config } from '../../config.ts';
import type { ConsoleIssuer } from '../../console/log-ins/issuers.ts';
import type { LogInIssuer } from '../../ports/log-in-issuer.ts';
import { systemClock } from '../../time/clock.ts';

/** The issuers by which people log in to the console. None is asked before somebody does. */
export function configuredIssuers({ admin }: Pick<Config, 'admin'>): readonly ConsoleIssuer[] {
  return Object.entries(admin.oidc).map(([name, issuer]) => {
    let opened: Promise<LogInIssuer> | null = null;
    const open = async (): Promise<LogInIssuer> => {
      const adapter = await import('../../adapters/openid-client-issuer.ts');
      const settings = {
        issuer: issuer.issuer,
        clientId: issuer.client_id,
        clientSecret: issuer.client_secret ?? null,
        scopes: issuer.scopes,
        groupsClaim: issuer.roles === undefined ? null : issuer.groups_claim,
      };
      return adapter.createOpenidClientIssuer(settings, systemClock);
    };
    return {
      name,
      title: issuer.title ?? name,
      issuer: issuer.issuer,
      tenantId: issuer.tenant_id ?? null,
      makesPeople: issuer.first_login === 'create',
      roles: issuer.roles ?? null,
      provider: () => (opened ??= open()),
    };
  });
}

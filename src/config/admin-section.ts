import { z } from 'zod';

/** Addresses at which an issuer may be called without TLS: trials on one machine. */
const loopbackIssuer = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?(\/|$)/;

const issuerSchema = z
  .strictObject({
    issuer: z
      .url({ protocol: /^https?$/ })
      .refine((text) => text.startsWith('https:') || loopbackIssuer.test(text), 'https, or http at a loopback address')
      .describe(
        'The issuer, as its discovery document says it: `https://login.example.com/realms/staff`. Its `/.well-known/openid-configuration` is read when somebody logs in.',
      ),
    title: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('How the log-in calls it, such as the name of the company. Absent: its name here.'),
    client_id: z.string().min(1).max(255).describe('The client that the issuer has for this console.'),
    client_secret: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe('Its secret: `${NAME}` of the environment, or `${file:path}`. Absent: a public client, known by PKCE.'),
    scopes: z
      .array(z.string().regex(/^[!#-[\]-~]{1,100}$/, 'a scope: printable ASCII without blanks, quotes and \\'))
      .max(20)
      .default([])
      .describe('Scopes beside `openid`, such as one that makes the issuer tell groups.'),
    tenant_id: z
      .uuid()
      .toLowerCase()
      .optional()
      .describe('The tenant whose people it vouches for: no others. Absent: it vouches for people of all tenants.'),
    first_login: z
      .enum(['refuse', 'create'])
      .default('refuse')
      .describe(
        '`refuse`: who is not registered is told the id under which an administrator registers them. `create`: they are registered as a member of `tenant_id`.',
      ),
    groups_claim: z.string().min(1).max(100).default('groups').describe('The claim that has the groups of a person.'),
    roles: z
      .record(z.string().min(1).max(255), z.enum(['member', 'admin', 'reseller_admin']))
      .optional()
      .describe(
        'Roles in `tenant_id` by group, given and taken at each log-in: the highest of them, `member` without any. Roles on the platform are never given. Absent: roles stay as they are.',
      ),
  })
  .refine(
    ({ tenant_id, first_login, roles }) => tenant_id !== undefined || (first_login === 'refuse' && roles === undefined),
    'needs `tenant_id` for `first_login: create` and for `roles`',
  );

/** The section `admin`: how the console is called, and who vouches for people there. */
export const adminSection = z
  .strictObject({
    public_url: z
      .url({ protocol: /^https$/ })
      .refine((text) => URL.canParse(text) && ['', '/'].includes(new URL(text).pathname), 'an origin, without a path')
      .optional()
      .describe(
        'The https origin by which browsers call the console through a proxy, such as `https://console.example`. It decides which `Host` and `Origin` are accepted. Absent: the console answers at loopback addresses alone.',
      ),
    oidc: z
      .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and dashes'), issuerSchema)
      .refine((issuers) => Object.keys(issuers).length <= 10, 'at most 10 issuers')
      .default({})
      .describe('Issuers of OpenID Connect by which people log in to the console, by a name of yours.'),
  })
  .prefault({})
  .describe('How the console of the management listener is called, and who vouches for people there.');

/** The address of a node or of a cluster. */
export interface EngineEndpoint {
  readonly address: string;
  readonly port: number;
}

/** A parsed connection string. */
export interface EventStoreDbConnection {
  /** One host: that node, or the cluster behind the name when `isDiscovered`. Several: nodes to ask for the leader. */
  readonly hosts: readonly [EngineEndpoint, ...EngineEndpoint[]];
  readonly isDiscovered: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly isSecure: boolean;
  /** Path of the PEM file with the authority that signed the nodes' certificates. `null`: the system's authorities. */
  readonly tlsCaFile: string | null;
  /** Paths of a user's X.509 certificate and key, in place of a password. */
  readonly userCertificate: { readonly certFile: string; readonly keyFile: string } | null;
  readonly connectionName: string | null;
  readonly keepAliveIntervalMs: number;
  readonly keepAliveTimeoutMs: number;
}

const schemes: ReadonlyMap<string, { readonly isDiscovered: boolean }> = new Map([
  ['esdb', { isDiscovered: false }],
  ['kurrentdb', { isDiscovered: false }],
  ['kurrent', { isDiscovered: false }],
  ['esdb+discover', { isDiscovered: true }],
  ['kurrentdb+discover', { isDiscovered: true }],
  ['kurrent+discover', { isDiscovered: true }],
]);
const portDefault = 2113;
/** The client's recommended value, and the least that it accepts without a warning. */
const keepAliveMsDefault = 10_000;

const knownParameters = new Set([
  'tls',
  'tlsverifycert',
  'tlscafile',
  'usercertfile',
  'userkeyfile',
  'connectionname',
  'keepaliveinterval',
  'keepalivetimeout',
]);
/** Parameters of the client that this adapter sets itself. */
const ignoredParameters = new Set([
  'defaultdeadline',
  'nodepreference',
  'throwonappendfailure',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
]);

/**
 * Parses a connection string: `esdb://user:password@host:port,host?tls=true&…`. The scheme may also be `kurrentdb`, and
 * either may end in `+discover`. A password may contain colons; `@`, `%` and `/` are percent-encoded. Parameters:
 * `tls`, `tlsCAFile`, `userCertFile`, `userKeyFile`, `connectionName`, `keepAliveInterval` and `keepAliveTimeout`
 * (milliseconds); other parameters of the client are accepted and ignored. Raises `RangeError`, which never quotes the
 * string, because it holds a password.
 */
export function parseConnectionString(text: string): EventStoreDbConnection {
  const match = /^([a-z+]+):\/\/(?:([^@/?]*)@)?([^/?@]+)\/?(?:\?(.*))?$/.exec(text.trim());
  const scheme = schemes.get(match?.[1] ?? '');
  if (match === null || scheme === undefined) {
    throw new RangeError('the connection string is not esdb://user:password@host:port?tls=true, or kurrentdb://…');
  }
  const parameters = parametersOf(match[4] ?? '');
  const isSecure = truth(parameters, 'tls') ?? true;
  if (truth(parameters, 'tlsVerifyCert') === false) {
    throw new RangeError('tlsVerifyCert=false is not supported: name the authority with tlsCAFile, or turn tls off');
  }
  return {
    hosts: hostsOf(match[3] ?? ''),
    isDiscovered: scheme.isDiscovered,
    credentials: credentialsOf(match[2]),
    isSecure,
    tlsCaFile: parameters.get('tlscafile') ?? null,
    userCertificate: userCertificateOf(parameters),
    connectionName: parameters.get('connectionname') ?? null,
    keepAliveIntervalMs: keepAlive(parameters, 'keepAliveInterval'),
    keepAliveTimeoutMs: keepAlive(parameters, 'keepAliveTimeout'),
  };
}

function hostsOf(text: string): readonly [EngineEndpoint, ...EngineEndpoint[]] {
  const [first, ...others] = text.split(',').map((host): EngineEndpoint => {
    const match = /^(\[[0-9a-fA-F:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(host.trim());
    const port = match?.[2] === undefined ? portDefault : Number(match[2]);
    if (match?.[1] === undefined || port < 1 || port > 65_535) {
      throw new RangeError('a host of the connection string is not name:port');
    }
    return { address: match[1], port };
  });
  if (first === undefined) throw new RangeError('the connection string names no host');
  return [first, ...others];
}

function credentialsOf(userInfo: string | undefined): EventStoreDbConnection['credentials'] {
  if (userInfo === undefined) return null;
  const colon = userInfo.indexOf(':');
  if (colon < 1) throw new RangeError('the connection string has a user without a password');
  return { username: decoded(userInfo.slice(0, colon)), password: decoded(userInfo.slice(colon + 1)) };
}

function parametersOf(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, Math.max(equals, 0)).trim();
    if (!knownParameters.has(flat(key)) && !ignoredParameters.has(flat(key))) {
      throw new RangeError(`the connection string has an unknown parameter: ${/^\w*$/.test(key) ? key : '…'}`);
    }
    parameters.set(flat(key), decoded(pair.slice(equals + 1).trim()));
  }
  return parameters;
}

function flat(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

function truth(parameters: ReadonlyMap<string, string>, key: string): boolean | undefined {
  const value = parameters.get(flat(key));
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new RangeError(`${key} of the connection string is true or false`);
  return value === 'true';
}

function keepAlive(parameters: ReadonlyMap<string, string>, key: string): number {
  const value = Number(parameters.get(flat(key)) ?? keepAliveMsDefault);
  if (!Number.isInteger(value) || value < keepAliveMsDefault) {
    throw new RangeError(`${key} of the connection string is milliseconds, at least ${keepAliveMsDefault}`);
  }
  return value;
}

function userCertificateOf(parameters: ReadonlyMap<string, string>): EventStoreDbConnection['userCertificate'] {
  const certFile = parameters.get('usercertfile');
  const keyFile = parameters.get('userkeyfile');
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    throw new RangeError('the connection string needs userCertFile and userKeyFile together');
  }
  return { certFile, keyFile };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing is literal.
    return text;
  }
}

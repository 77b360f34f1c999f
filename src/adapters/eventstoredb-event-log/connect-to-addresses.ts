import { isIP } from 'node:net';
import grpc from '@grpc/grpc-js';

type Credentials = grpc.ChannelCredentials;
type Connector = ReturnType<Credentials['_createSecureConnector']>;

/** Options of the client's connector before it connects. */
interface ConnectionOptions {
  servername?: string;
}

/**
 * TLS to nodes given by IP address. grpc-js sends the address as the server name, which TLS forbids (RFC 6066 §3) and
 * Node refuses. Without a server name the certificate is still checked against the address, as for every host.
 */
class AddressCredentials extends grpc.ChannelCredentials {
  readonly #inner: Credentials;

  constructor(inner: Credentials) {
    super();
    this.#inner = inner;
  }

  override _isSecure(): boolean {
    return this.#inner._isSecure();
  }

  override _equals(other: Credentials): boolean {
    return other === this || (other instanceof AddressCredentials && this.#inner._equals(other.#inner));
  }

  override _createSecureConnector(...made: Parameters<Credentials['_createSecureConnector']>): Connector {
    const connector = this.#inner._createSecureConnector(...made);
    const { connectionOptions } = connector as Connector & { readonly connectionOptions?: ConnectionOptions };
    if (connectionOptions?.servername !== undefined && isIP(connectionOptions.servername) !== 0) {
      connectionOptions.servername = '';
    }
    return connector;
  }
}

/** Makes every TLS credential of this thread accept IP addresses: the client creates its own and accepts none. */
export function connectToAddresses(): void {
  const { credentials } = grpc;
  const createSsl = credentials.createSsl.bind(credentials);
  credentials.createSsl = (...settings) => new AddressCredentials(createSsl(...settings));
}

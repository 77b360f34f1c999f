import { isIP } from 'node:net';
import grpc from '@grpc/grpc-js';

type Credentials = grpc.ChannelCredentials;
type Connector = ReturnType<Credentials['_createSecureConnector']>;

/** What the client's connector is made with, before it connects. */
interface ConnectionOptions {
  servername?: string;
}

/**
 * TLS to nodes that are named by an address. grpc-js asks for the certificate of a server named like the address, which TLS
 * forbids (RFC 6066 §3) and Node refuses. Without a name the certificate is checked against the address itself, as it is
 * for every host, and nothing else changes.
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

/** Has every TLS credential of this thread take addresses too: the client makes its own, and takes none. */
export function connectToAddresses(): void {
  const { credentials } = grpc;
  const createSsl = credentials.createSsl.bind(credentials);
  credentials.createSsl = (...settings) => new AddressCredentials(createSsl(...settings));
}

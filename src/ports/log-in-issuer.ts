/** What one attempt to log in at an issuer is bound to, so that its answer counts for nothing else. */
export interface IssuerAttempt {
  /** The address of this console to which the issuer sends the browser back. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE, 43 to 128 characters. */
  readonly codeVerifier: string;
}

/** Whom an issuer vouches for. */
export interface VouchedPerson {
  /** Unique at the issuer, and stable. */
  readonly subject: string;
  /** The groups that the issuer says; `null`: it says nothing about groups. */
  readonly groups: readonly string[] | null;
}

/** An issuer that vouches for people by OpenID Connect. Whatever it answers may be hostile. */
export interface LogInIssuer {
  /** Where a browser goes to log in. Raises {@link IssuerUnavailable}. */
  begin(attempt: IssuerAttempt): Promise<URL>;
  /**
   * Who came back, at the address with everything that the issuer has added. Raises {@link IssuerUnavailable}, and
   * {@link IssuerRefused} for an answer that does not count.
   */
  end(address: URL, attempt: IssuerAttempt): Promise<VouchedPerson>;
  /**
   * Where a browser goes to log out at the issuer, which then sends it to `returnTo`; `null`: the issuer has no such
   * place. Raises {@link IssuerUnavailable}.
   */
  leave(returnTo: string): Promise<URL | null>;
}

/** The issuer could not be reached, or not understood. It may be later. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** Why an answer of an issuer does not count. */
export type IssuerRefusal =
  /** The person, or the issuer, did not want it: `access_denied`. */
  | 'denied'
  /** It was signed with a key that the issuer did not have a minute ago. */
  | 'unknown_key'
  /** It is for another attempt, another client or another time, of another issuer, or not signed. */
  | 'invalid';

/** The answer of the issuer does not count. */
export class IssuerRefused extends Error {
  override readonly name = 'IssuerRefused';
  readonly refusal: IssuerRefusal;

  constructor(refusal: IssuerRefusal, options?: ErrorOptions) {
    super(`the issuer's answer is ${refusal}`, options);
    this.refusal = refusal;
  }
}

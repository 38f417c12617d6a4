import { generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto';
import { jsonAnswer } from '../json-answer.ts';
import type { PlatformAnswer, PlatformRequest } from '../local-server.ts';

export const DATA_MANAGER_SCOPE = 'https://www.googleapis.com/auth/datamanager';

const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LONGEST_ASSERTION_SECONDS = 3_600;
const CLOCK_SKEW_SECONDS = 60;

type Claims = Readonly<Record<string, unknown>>;

/** Issues access tokens for a signed assertion of a service account, or for a refresh token (RFC 7523, RFC 6749). */
export class TokenEndpoint {
  /** The lifetime of an access token in seconds. */
  lifetimeSeconds = 3_600;
  /** `true`: every credential is refused with `invalid_grant`, as if it had been revoked. */
  isRevoked = false;
  issued = 0;

  readonly #now: () => number;
  readonly #url: () => string;
  readonly #tokens = new Map<string, { readonly expiresAt: number; readonly scopes: readonly string[] }>();
  readonly #keys = new Map<string, { readonly keyId: string; readonly publicKey: KeyObject }>();
  readonly #users = new Map<string, { readonly clientId: string; readonly clientSecret: string }>();

  constructor(url: () => string, now: () => number) {
    this.#url = url;
    this.#now = now;
  }

  /** A new service account. Returns the content of its key file. */
  serviceAccount(email = 'lead-intake@projeto.iam.gserviceaccount.com'): Readonly<Record<string, string>> {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const keyId = randomBytes(20).toString('hex');
    this.#keys.set(email, { keyId, publicKey });
    return {
      type: 'service_account',
      project_id: 'projeto',
      private_key_id: keyId,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      client_email: email,
      client_id: '100000000000000000001',
      token_uri: this.#url(),
    };
  }

  /** A user who authorised an app. Returns the content of the file that the platform's own tool writes. */
  authorizedUser(): Readonly<Record<string, string>> {
    const [clientId, clientSecret, refreshToken] = ['client', 'secret', '1//refresh'].map(
      (name) => `${name}-${randomBytes(12).toString('hex')}`,
    );
    this.#users.set(refreshToken as string, { clientId: clientId as string, clientSecret: clientSecret as string });
    return {
      type: 'authorized_user',
      client_id: clientId as string,
      client_secret: clientSecret as string,
      refresh_token: refreshToken as string,
    };
  }

  /** Expires every access token issued so far. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  /** The scopes of an access token; `undefined` if it is unknown or expired. */
  scopesOf(token: string): readonly string[] | undefined {
    const known = this.#tokens.get(token);
    return known !== undefined && known.expiresAt > this.#now() ? known.scopes : undefined;
  }

  answer(request: PlatformRequest): PlatformAnswer {
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (!String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded'))
      return refused('invalid_request', 'The body must be a form.');
    if (this.isRevoked) return refused('invalid_grant', 'Token has been expired or revoked.');
    if (form.get('grant_type') === JWT_GRANT) return this.#byAssertion(form.get('assertion') ?? '');
    if (form.get('grant_type') === 'refresh_token') return this.#byRefreshToken(form);
    return refused('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
  }

  #byAssertion(assertion: string): PlatformAnswer {
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const { alg, kid } = claimsOf(header);
    const claims = claimsOf(payload);
    const key = this.#keys.get(String(claims['iss']));
    if (key === undefined) return refused('invalid_grant', 'Invalid grant: account not found');
    if (alg !== 'RS256' || (kid !== undefined && kid !== key.keyId))
      return refused('invalid_grant', 'Invalid JWT: unknown key or algorithm.');
    const isSigned = verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key.publicKey, Buffer.from(signature, 'base64url'));
    if (!isSigned) return refused('invalid_grant', 'Invalid JWT Signature.');
    const fault = this.#claimFault(claims);
    return fault ?? this.#issue(String(claims['scope']).split(' '));
  }

  #claimFault({ aud, iat, exp, scope }: Claims): PlatformAnswer | undefined {
    const now = Math.floor(this.#now() / 1_000);
    if (aud !== this.#url()) return refused('invalid_grant', 'Invalid JWT: wrong audience.');
    const isTimely =
      typeof iat === 'number' &&
      typeof exp === 'number' &&
      iat <= now + CLOCK_SKEW_SECONDS &&
      exp > now &&
      exp - iat <= LONGEST_ASSERTION_SECONDS;
    if (!isTimely)
      return refused('invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.');
    return typeof scope === 'string' && scope !== '' ? undefined : refused('invalid_scope', 'Empty or missing scope not allowed.');
  }

  #byRefreshToken(form: URLSearchParams): PlatformAnswer {
    const user = this.#users.get(form.get('refresh_token') ?? '');
    if (user === undefined) return refused('invalid_grant', 'Bad Request');
    if (user.clientId !== form.get('client_id') || user.clientSecret !== form.get('client_secret'))
      return jsonAnswer({ error: 'invalid_client', error_description: 'Unauthorized' }, 401);
    return this.#issue([DATA_MANAGER_SCOPE]);
  }

  #issue(scopes: readonly string[]): PlatformAnswer {
    this.issued += 1;
    const token = `ya29.${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(token, { expiresAt: this.#now() + this.lifetimeSeconds * 1_000, scopes });
    return jsonAnswer({ access_token: token, expires_in: this.lifetimeSeconds, scope: scopes.join(' '), token_type: 'Bearer' });
  }
}

function claimsOf(part: string): Claims {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims;
  } catch {
    return {};
  }
}

function refused(error: string, description: string): PlatformAnswer {
  return jsonAnswer({ error, error_description: description }, 400);
}

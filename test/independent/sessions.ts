import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';

import type { Client } from './clients.ts';
import type { User, Users } from './users.ts';
import type { Variant } from './variant.ts';

export interface Sessions {
  readonly jwks: { keys: JWK[] };
  issue(user: User, client: Client): Promise<string>;
  /** Returns the user of a session; undefined if the token is not a session that `client` may use. */
  findUser(token: string | undefined, client: Client): Promise<User | undefined>;
}

interface Keys {
  signingKey: CryptoKey | Uint8Array;
  verificationKey: CryptoKey | Uint8Array;
  publishedKeys: JWK[];
}

export async function createSessions(variant: Variant, users: Users): Promise<Sessions> {
  const { algorithm, idClaim, lifetimeSeconds, opaqueBytes } = variant.session;
  if (opaqueBytes !== undefined) return createOpaqueSessions(opaqueBytes, variant);
  const kid = randomUUID();
  const { signingKey, verificationKey, publishedKeys } = await createKeys(algorithm, kid);

  return {
    jwks: { keys: publishedKeys },

    async issue(user, client) {
      // The claims iat and exp must differ by exactly the lifetime.
      const issuedAt = Math.floor(Date.now() / 1000);
      const token = new SignJWT({ [idClaim]: user.id, azp: client.clientId })
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setJti(randomUUID());
      if (lifetimeSeconds !== null) token.setExpirationTime(issuedAt + lifetimeSeconds);
      return token.sign(signingKey);
    },

    async findUser(token, client) {
      if (token === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, verificationKey, { algorithms: [algorithm] });
        if (variant.boundToClient && payload['azp'] !== client.clientId) return undefined;
        return users.findById(String(payload[idClaim]));
      } catch {
        return undefined;
      }
    },
  };
}

function createOpaqueSessions(bytes: number, { boundToClient }: Variant): Sessions {
  const issuedSessions = new Map<string, { user: User; client: Client }>();
  return {
    jwks: { keys: [] },
    async issue(user, client) {
      const token = randomBytes(bytes).toString('base64url');
      issuedSessions.set(token, { user, client });
      return token;
    },
    async findUser(token, client) {
      const session = token === undefined ? undefined : issuedSessions.get(token);
      return boundToClient && session?.client !== client ? undefined : session?.user;
    },
  };
}

async function createKeys(algorithm: Variant['session']['algorithm'], kid: string): Promise<Keys> {
  if (algorithm === 'HS256') {
    const secret = randomBytes(32);
    return { signingKey: secret, verificationKey: secret, publishedKeys: [] };
  }
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    signingKey: privateKey,
    verificationKey: publicKey,
    publishedKeys: [{ ...jwk, kid, alg: algorithm, use: 'sig' }],
  };
}

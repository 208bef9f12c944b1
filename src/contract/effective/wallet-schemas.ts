/** The schemas of wallets and challenges in a dialect (§2.2, §2.3). */
import type { Dialect } from '../../dialect/dialect.ts';
import type { Schema } from '../openapi-document.ts';
import { requireProperties, removeProperty } from './object-schema.ts';
import { escapeRegExp } from './patterns.ts';
import { getSchema, type Schemas } from './service-contract.ts';

const FIELDS = { network: 'walletNetwork', type: 'walletType' } as const;

export function createWalletSchemas(schemas: Schemas, dialect: Dialect): Schemas {
  return {
    WalletIdentity: createIdentitySchema(getSchema(schemas, 'WalletIdentity'), dialect),
    SignedWalletIdentity: createIdentitySchema(getSchema(schemas, 'SignedWalletIdentity'), dialect),
    WalletAddress: createAddressSchema(getSchema(schemas, 'WalletAddress'), dialect),
    WalletType: { ...getSchema(schemas, 'WalletType'), enum: dialect.wallet.types },
    Wallet: createUserWalletSchema(getSchema(schemas, 'Wallet'), dialect),
    Challenge: createChallengeSchema(getSchema(schemas, 'Challenge'), dialect),
  };
}

/** Applies `wallet.variant` and `wallet.both`. */
function createIdentitySchema({ oneOf, ...schema }: Schema, dialect: Dialect): Schema {
  const { variant, both } = dialect.wallet;
  if (variant === 'either') {
    return { ...schema, [both === 'reject' ? 'oneOf' : 'anyOf']: oneOf };
  }
  const required = requireProperties(schema, FIELDS[variant]);
  if (both === 'accept') return required;
  const other = variant === 'network' ? FIELDS.type : FIELDS.network;
  const closed = removeProperty(required, other);
  return dialect.requests.unknownFields === 'reject'
    ? closed
    : { ...closed, not: { required: [other] } };
}

/** Applies `wallet.checksum`. */
function createAddressSchema({ format, ...schema }: Schema, dialect: Dialect): Schema {
  return dialect.wallet.checksum === 'verify'
    ? { ...schema, ...(format !== undefined && { format }) }
    : {
        ...schema,
        description:
          '0x and 40 hexadecimal digits, in upper or lower case; the checksum is not verified.',
      };
}

/** Applies `wallet.emits`. */
function createUserWalletSchema({ anyOf, ...schema }: Schema, dialect: Dialect): Schema {
  const { emits } = dialect.wallet;
  if (emits === 'asReceived') return { ...schema, ...(anyOf && { anyOf }) };
  const other = emits === 'network' ? FIELDS.type : FIELDS.network;
  return requireProperties(removeProperty(schema, other), FIELDS[emits]);
}

/** `wallet.challenge.phrase`, then 32 URL-safe characters or more (§2.3). */
function createChallengeSchema(schema: Schema, dialect: Dialect): Schema {
  const { phrase } = dialect.wallet.challenge;
  return {
    ...schema,
    properties: {
      ...schema.properties,
      challenge: {
        ...schema.properties?.['challenge'],
        pattern: `^${escapeRegExp(phrase)}[A-Za-z0-9_-]{32,}$`,
      },
    },
  };
}

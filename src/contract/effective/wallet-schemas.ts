/** The schemas of wallets and challenges in a dialect (§2.2, §2.3). */
import type { Dialect } from '../../dialect/dialect.ts';
import type { Schema } from '../openapi-document.ts';
import { requireProperties, removeProperty, setProperties } from './object-schema.ts';
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
function createAddressSchema(schema: Schema, dialect: Dialect): Schema {
  if (dialect.wallet.checksum === 'verify') return schema;
  const { format: _checksum, ...unverified } = schema;
  return {
    ...unverified,
    description:
      '0x and 40 hexadecimal digits, in upper or lower case; the checksum is not verified.',
  };
}

/** Applies `wallet.emits`. */
function createUserWalletSchema(schema: Schema, dialect: Dialect): Schema {
  const { emits } = dialect.wallet;
  if (emits === 'asReceived') return schema;
  const { anyOf: _eitherField, ...withoutChoice } = schema;
  const other = emits === 'network' ? FIELDS.type : FIELDS.network;
  return requireProperties(removeProperty(withoutChoice, other), FIELDS[emits]);
}

/** Applies `wallet.challenge.phrase`, followed by 32 URL-safe characters or more (§2.3). */
function createChallengeSchema(schema: Schema, dialect: Dialect): Schema {
  const { phrase } = dialect.wallet.challenge;
  return setProperties(schema, {
    challenge: {
      ...schema.properties?.['challenge'],
      pattern: `^${escapeRegExp(phrase)}[A-Za-z0-9_-]{32,}$`,
    },
  });
}

/** The schemas of user and userMask in a dialect (§2.4, §2.7, §4.8). */
import type { Dialect } from '../../dialect/dialect.ts';
import { listEnvelopes } from '../../dialect/envelope.ts';
import { UNCATEGORIZED } from '../../domain/flags.ts';
import type { Schema } from '../openapi-document.ts';
import {
  renameProperties,
  requireProperties,
  setProperties,
  removeProperty,
} from './object-schema.ts';
import { createMaskPattern } from './patterns.ts';
import { getSchema, createSchemaReference, type Schemas } from './service-contract.ts';

export function createUserSchemas(schemas: Schemas, dialect: Dialect): Schemas {
  const phoneMask = {
    ...getSchema(schemas, 'PhoneMask'),
    pattern: createMaskPattern(dialect.masks.phone),
  };
  return {
    PhoneMask: phoneMask,
    EmailMask: {
      ...getSchema(schemas, 'EmailMask'),
      pattern: createMaskPattern(dialect.masks.email),
    },
    UserMask: createUserMaskSchema(getSchema(schemas, 'UserMask'), phoneMask, dialect),
    User: createUserSchema(getSchema(schemas, 'User'), dialect),
    Flag: createFlagSchema(getSchema(schemas, 'Flag'), dialect),
    FlagCategory: {
      ...getSchema(schemas, 'FlagCategory'),
      enum: Object.values(dialect.flags.categoryNames),
    },
    Transaction: renameProperties(getSchema(schemas, 'Transaction'), {
      cryptoStatus: dialect.user.names.cryptoStatus,
    }),
  };
}

/** Returns the schema of the response to the user read (`user.envelope`). */
export function createUserReadSchema(dialect: Dialect): Schema {
  // The envelopes `data`, `user` produce the schema of `{data: {user: User}}`.
  return listEnvelopes(dialect).reduceRight<Schema>(
    (inner, name) => ({
      type: 'object',
      description: 'The user.',
      'x-open': 'user.envelope',
      additionalProperties: false,
      required: [name],
      properties: { [name]: { ...inner, 'x-open': 'user.envelope' } },
    }),
    createSchemaReference('User'),
  );
}

/** Applies `userMask.absent` and `userMask.preferredMfaMethods`. */
function createUserMaskSchema(schema: Schema, phoneMask: Schema, dialect: Dialect): Schema {
  const { absent, preferredMfaMethods } = dialect.userMask;
  const withMethods = setProperties(schema, {
    preferredMfaMethod: {
      ...schema.properties?.['preferredMfaMethod'],
      enum: preferredMfaMethods,
    },
  });
  if (absent === 'omit') return withMethods;
  return requireProperties(
    setProperties(withMethods, {
      phoneMask: {
        ...(absent === 'null'
          ? { ...phoneMask, type: ['string', 'null'] }
          : { anyOf: [createSchemaReference('PhoneMask'), { type: 'string', const: '' }] }),
        'x-clause': '2.4',
        'x-open': 'userMask.absent',
      },
    }),
    'phoneMask',
  );
}

/** Applies `user.names.*`, `user.flagsShape` and `kyc.beforeSubmission`. */
function createUserSchema(schema: Schema, dialect: Dialect): Schema {
  const { kyc, flags, personalInformation, wallets, transactions } = dialect.user.names;
  const withFlags =
    dialect.user.flagsShape === 'list'
      ? schema
      : setProperties(schema, { flags: createFlagsByCategorySchema(schema, dialect) });
  const withKyc =
    dialect.kyc.beforeSubmission === 'omit' ? withFlags : requireProperties(withFlags, 'kyc');
  return renameProperties(withKyc, { kyc, flags, personalInformation, wallets, transactions });
}

/** Returns the schema of an object with a list for each category, and a list for flags without category. */
function createFlagsByCategorySchema(schema: Schema, dialect: Dialect): Schema {
  const { items, ...flags } = schema.properties?.['flags'] ?? {};
  const createListProperty = (category: string): [string, Schema] => [
    category,
    {
      type: 'array',
      description: 'The flags of this category.',
      'x-open': 'user.flagsShape',
      ...(items && { items }),
    },
  ];
  const categories = Object.values(dialect.flags.categoryNames);
  return {
    ...flags,
    type: 'object',
    description: 'The flags of the user by category.',
    additionalProperties: false,
    required: categories,
    properties: Object.fromEntries([...categories, UNCATEGORIZED].map(createListProperty)),
  };
}

/** Applies `flags.catalogue`. A flag in a list of its category has no `category` field. */
function createFlagSchema(schema: Schema, dialect: Dialect): Schema {
  const { code, category } = dialect.user.names;
  const { minLength: _minLength, ...codeSchema } = schema.properties?.['code'] ?? {};
  const codes = dialect.flags.catalogue.map((definition) => definition.code);
  const catalogued = setProperties(schema, { code: { ...codeSchema, enum: codes } });
  return dialect.user.flagsShape === 'list'
    ? renameProperties(catalogued, { code, category })
    : renameProperties(removeProperty(catalogued, 'category'), { code });
}

/** The schemas of user and userMask in a dialect (§2.4, §2.7, §4.8). */
import type { Dialect } from '../../dialect/dialect.ts';
import { envelopeNames } from '../../dialect/envelope.ts';
import type { Schema } from '../openapi-document.ts';
import { UNCATEGORISED } from '../wire/user.ts';
import { withRenamed, withRequired, withProperties, withoutProperty } from './object-schema.ts';
import { maskPattern } from './patterns.ts';
import { schemaNamed, schemaReference } from './service-contract.ts';
import type { Schemas } from './service-contract.ts';

export function userSchemas(schemas: Schemas, dialect: Dialect): Schemas {
  const phoneMask = {
    ...schemaNamed(schemas, 'PhoneMask'),
    pattern: maskPattern(dialect.masks.phone),
  };
  return {
    PhoneMask: phoneMask,
    EmailMask: {
      ...schemaNamed(schemas, 'EmailMask'),
      pattern: maskPattern(dialect.masks.email),
    },
    UserMask: userMask(schemaNamed(schemas, 'UserMask'), phoneMask, dialect),
    User: user(schemaNamed(schemas, 'User'), dialect),
    Flag: flag(schemaNamed(schemas, 'Flag'), dialect),
    FlagCategory: {
      ...schemaNamed(schemas, 'FlagCategory'),
      enum: categories(dialect),
    },
    Transaction: withRenamed(schemaNamed(schemas, 'Transaction'), {
      cryptoStatus: dialect.user.names.cryptoStatus,
    }),
  };
}

/** Returns the schema of the response to the user read (`user.envelope`). */
export function readUserSchema(dialect: Dialect): Schema {
  return envelopeNames(dialect).reduceRight<Schema>(
    (inner, name) => ({
      type: 'object',
      description: 'The user.',
      'x-open': 'user.envelope',
      additionalProperties: false,
      required: [name],
      properties: { [name]: { ...inner, 'x-open': 'user.envelope' } },
    }),
    schemaReference('User'),
  );
}

/** `userMask.absent` and `userMask.preferredMfaMethods`. */
function userMask(schema: Schema, phoneMask: Schema, dialect: Dialect): Schema {
  const { absent, preferredMfaMethods } = dialect.userMask;
  const methods = withProperties(schema, {
    preferredMfaMethod: {
      ...schema.properties?.['preferredMfaMethod'],
      enum: preferredMfaMethods,
    },
  });
  if (absent === 'omit') return methods;
  return withRequired(
    withProperties(methods, {
      phoneMask: {
        ...(absent === 'null'
          ? { ...phoneMask, type: ['string', 'null'] }
          : { anyOf: [schemaReference('PhoneMask'), { type: 'string', const: '' }] }),
        'x-clause': '2.4',
        'x-open': 'userMask.absent',
      },
    }),
    'phoneMask',
  );
}

/** `user.names.*`, `user.flagsShape` and `kyc.beforeSubmission`. */
function user(schema: Schema, dialect: Dialect): Schema {
  const { kyc, flags, personalInformation, wallets, transactions } = dialect.user.names;
  const shaped =
    dialect.user.flagsShape === 'list'
      ? schema
      : withProperties(schema, { flags: flagsByCategory(schema, dialect) });
  const withKyc = dialect.kyc.beforeSubmission === 'omit' ? shaped : withRequired(shaped, 'kyc');
  return withRenamed(withKyc, { kyc, flags, personalInformation, wallets, transactions });
}

/** A list for each category, and one for the flags whose category is not shown. */
function flagsByCategory(schema: Schema, dialect: Dialect): Schema {
  const { items, ...flags } = schema.properties?.['flags'] ?? {};
  const list = (category: string): [string, Schema] => [
    category,
    {
      type: 'array',
      description: 'The flags of this category.',
      'x-open': 'user.flagsShape',
      ...(items && { items }),
    },
  ];
  const named = categories(dialect);
  return {
    ...flags,
    type: 'object',
    description: 'The flags of the user by category.',
    additionalProperties: false,
    required: named,
    properties: Object.fromEntries([...new Set([...named, UNCATEGORISED])].map(list)),
  };
}

/** `flags.catalogue`; If flags are grouped by category, the flag has no `category` field. */
function flag(schema: Schema, dialect: Dialect): Schema {
  const { code, category } = dialect.user.names;
  const { minLength: _open, ...known } = schema.properties?.['code'] ?? {};
  const codes = [...new Set(dialect.flags.catalogue.map((definition) => definition.code))];
  const catalogued = withProperties(schema, { code: { ...known, enum: codes } });
  return dialect.user.flagsShape === 'list'
    ? withRenamed(catalogued, { code, category })
    : withRenamed(withoutProperty(catalogued, 'category'), { code });
}

/** `flags.categoryNames`; two categories may have the same name. */
function categories(dialect: Dialect): readonly string[] {
  return [...new Set(Object.values(dialect.flags.categoryNames))];
}

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The constant that each closed list of api.yaml becomes, by the name of its schema. */
const LISTS = {
  WalletNetwork: 'walletNetworks',
  KycStatus: 'kycStatuses',
  CryptoStatus: 'cryptoStatuses',
  FlagCategory: 'flagCategories',
  ErrorCode: 'errorCodes',
};

/** The values that the contract allows where it allows no others, as constants. */
export function closedLists(/** @type {URL} */ file) {
  const { schemas } = parse(readFileSync(file, 'utf8')).components;
  const constants = Object.entries(LISTS).map(([schema, name]) => {
    const values = schemas[schema]?.enum;
    if (!Array.isArray(values)) throw new Error(`${file.href}: ${schema} is no closed list`);
    return `export const ${name}: readonly Schemas['${schema}'][] = ${JSON.stringify(values)};`;
  });
  return `import type { components } from './api.gen.ts';

    type Schemas = components['schemas'];

    ${constants.join('\n\n')}`;
}

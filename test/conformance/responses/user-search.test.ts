/** Finds values in a response if the interface does not define the names of the fields (§2.7, §4.8). */
import { describe, expect, it } from 'vitest';
import {
  hasValueOrName,
  listLeaves,
  containsText,
  listObjects,
  findEmailPath,
  findPhonePath,
} from '../../../conformance/responses/user-search.ts';

const response = {
  id: 'a',
  wallets: [{ address: '0x1' }, { address: '0x2', networks: ['ETHEREUM', null] }],
  own: { phone: '+1 202-555-0143', email: ' Jo@B.test ', n: 12025550143 },
};

describe('a response', () => {
  it('has values, each with its path', () => {
    expect(listLeaves(response)).toEqual([
      { path: '/id', value: 'a' },
      { path: '/wallets/0/address', value: '0x1' },
      { path: '/wallets/1/address', value: '0x2' },
      { path: '/wallets/1/networks/0', value: 'ETHEREUM' },
      { path: '/wallets/1/networks/1', value: null },
      { path: '/own/phone', value: '+1 202-555-0143' },
      { path: '/own/email', value: ' Jo@B.test ' },
      { path: '/own/n', value: 12_025_550_143 },
    ]);
    expect(listLeaves(3)).toEqual([{ path: '', value: 3 }]);
    expect(listLeaves([])).toEqual([]);
  });

  it('has objects, outermost first, with their property names', () => {
    const [firstWallet, secondWallet] = response.wallets;
    expect(listObjects(response)).toEqual([
      { name: '', fields: response },
      { name: 'wallets', fields: firstWallet },
      { name: 'wallets', fields: secondWallet },
      { name: 'own', fields: response.own },
    ]);
    expect(listObjects([[{ a: 1 }], 'b', null], 'of')).toEqual([{ name: 'of', fields: { a: 1 } }]);
    expect(listObjects(null)).toEqual([]);
    expect(listObjects('a')).toEqual([]);
  });

  it.each([
    ['ETHEREUM', true],
    ['networks', true],
    ['id', true],
    ['0', false],
    ['Jo', false],
    ['toString', false],
    ['THEREUM', false],
  ])('contains the word %s: %s', (word, expected) =>
    expect(hasValueOrName(response, word)).toBe(expected),
  );

  it.each([
    ['jo@b.TEST', '/own/email'],
    ['o@b.test', null],
    ['a', '/id'],
  ])('contains the email address %s at %s', (address, place) =>
    expect(findEmailPath(response, address)).toBe(place),
  );

  it.each([
    ['+12025550143', '/own/phone'],
    // The digits of a longer number.
    ['+2025550143', null],
  ])('contains the phone number %s at %s', (phoneNumber, place) =>
    expect(findPhonePath(response, phoneNumber)).toBe(place),
  );

  it.each([
    ['jo@b', true],
    ['JO@B', true],
    ['jo b', false],
  ])('contains the text %s: %s', (word, expected) =>
    expect(containsText({ text: JSON.stringify(response) }, word)).toBe(expected),
  );
});

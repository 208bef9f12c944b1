import { describe, expect, it } from 'vitest';
import type { WalletType } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  getEmailIdentity,
  getPhoneIdentity,
  getWalletIdentity,
} from '../../src/domain/identity.ts';
import type { WalletIdentity } from '../../src/domain/records.ts';
import { createDialect } from '../contract/dialect-variations.ts';

const networkDialect = createDialect({ 'wallet.identity': 'addressAndNetwork' });

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const onEthereum: WalletIdentity = { address, network: 'ETHEREUM', type: null };
const onPolygon: WalletIdentity = { address, network: 'POLYGON', type: null };
const withTypeOnly: WalletIdentity = { address, network: null, type: 'EVM' };

describe('§2.2 the identity of a wallet', () => {
  it('is its address in lower case by default', () => {
    const uppercaseOnPolygon = { ...onPolygon, address: `0x${address.slice(2).toUpperCase()}` };
    expect(getWalletIdentity(onEthereum, defaultDialect)).toBe(
      getWalletIdentity(uppercaseOnPolygon, defaultDialect),
    );
    expect(getWalletIdentity(onEthereum, defaultDialect)).toBe(`wallet:${address.toLowerCase()}`);
  });

  it('includes the network if wallet.identity is addressAndNetwork', () => {
    expect(getWalletIdentity(onPolygon, networkDialect)).toBe(
      `wallet:${address.toLowerCase()}:POLYGON`,
    );
    expect(getWalletIdentity(onPolygon, networkDialect)).not.toBe(
      getWalletIdentity(onEthereum, networkDialect),
    );
  });

  it('treats EVM as ETHEREUM, and prefers the network if both fields are present', () => {
    expect(getWalletIdentity(withTypeOnly, networkDialect)).toBe(
      getWalletIdentity(onEthereum, networkDialect),
    );
    const withNetworkAndType: WalletIdentity = { address, network: 'POLYGON', type: 'EVM' };
    expect(getWalletIdentity(withNetworkAndType, networkDialect)).toBe(
      getWalletIdentity(onPolygon, networkDialect),
    );
  });

  it('assumes ETHEREUM if only the address is known', () => {
    const addressOnly: WalletIdentity = { address, network: null, type: null };
    expect(getWalletIdentity(addressOnly, networkDialect)).toBe(
      getWalletIdentity(onEthereum, networkDialect),
    );
  });

  it('treats another type as a separate network', () => {
    const withOtherType: WalletIdentity = { address, network: null, type: 'SVM' as WalletType };
    expect(getWalletIdentity(withOtherType, networkDialect)).toBe(
      `wallet:${address.toLowerCase()}:SVM`,
    );
  });
});

describe('§2.5, §2.6 the identity of a phone number and an email address', () => {
  it('contains the phone number unchanged', () => {
    expect(getPhoneIdentity('+12025550143')).toBe('phone:+12025550143');
  });

  it('ignores the case of an email address', () => {
    expect(getEmailIdentity('Rita@Example.test')).toBe(getEmailIdentity('rita@example.TEST'));
  });
});

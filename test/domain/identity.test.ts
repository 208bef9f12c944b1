import { describe, expect, it } from 'vitest';
import type { WalletType } from '../../src/contract/types.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  getEmailIdentity,
  getPhoneIdentity,
  getWalletIdentity,
} from '../../src/domain/identity.ts';
import type { WalletIdentity } from '../../src/domain/records.ts';

const byNetwork: Dialect = {
  ...defaultDialect,
  wallet: { ...defaultDialect.wallet, identity: 'addressAndNetwork' },
};

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const onEthereum: WalletIdentity = { address, network: 'ETHEREUM', type: null };
const onPolygon: WalletIdentity = { address, network: 'POLYGON', type: null };
const ofType: WalletIdentity = { address, network: null, type: 'EVM' };

describe('§2.2 the identity of a wallet', () => {
  it('is only its address, case-insensitive, by default', () => {
    const upper = { ...onPolygon, address: `0x${address.slice(2).toUpperCase()}` };
    expect(getWalletIdentity(onEthereum, defaultDialect)).toBe(
      getWalletIdentity(upper, defaultDialect),
    );
    expect(getWalletIdentity(onEthereum, defaultDialect)).toBe(`wallet:${address.toLowerCase()}`);
  });

  it('includes the network if wallet.identity is addressAndNetwork', () => {
    expect(getWalletIdentity(onPolygon, byNetwork)).toBe(`wallet:${address.toLowerCase()}:POLYGON`);
    expect(getWalletIdentity(onPolygon, byNetwork)).not.toBe(
      getWalletIdentity(onEthereum, byNetwork),
    );
  });

  it('treats EVM as ETHEREUM, and prefers the network if both fields are present', () => {
    expect(getWalletIdentity(ofType, byNetwork)).toBe(getWalletIdentity(onEthereum, byNetwork));
    const both: WalletIdentity = { address, network: 'POLYGON', type: 'EVM' };
    expect(getWalletIdentity(both, byNetwork)).toBe(getWalletIdentity(onPolygon, byNetwork));
  });

  it('assumes ETHEREUM if only the address is known', () => {
    const addressOnly: WalletIdentity = { address, network: null, type: null };
    expect(getWalletIdentity(addressOnly, byNetwork)).toBe(
      getWalletIdentity(onEthereum, byNetwork),
    );
  });

  it('treats another type as a separate network', () => {
    const svm: WalletIdentity = { address, network: null, type: 'SVM' as WalletType };
    expect(getWalletIdentity(svm, byNetwork)).toBe(`wallet:${address.toLowerCase()}:SVM`);
  });
});

describe('§2.5, §2.6 the identity of a phone number and an email address', () => {
  it('is the phone number unchanged', () => {
    expect(getPhoneIdentity('+12025550143')).toBe('phone:+12025550143');
  });

  it('is the email address, case-insensitive', () => {
    expect(getEmailIdentity('Rita@Example.test')).toBe(getEmailIdentity('rita@example.TEST'));
  });
});

/** The users of the workspaces in these tests, and two people without an account. */
import { Wallet } from 'ethers';

/** A user with a phone number, an email address and a wallet, without flags. */
export const rita = {
  wallet: createWallet('11'),
  phoneNumber: '+12025550143',
  emailAddress: 'rita@example.test',
};

/** A user with a KYC status and a payment that failed to settle. */
export const tom = { wallet: createWallet('22'), emailAddress: 'tom@example.test' };

/** A person without an account. */
export const newcomer = {
  wallet: createWallet('33'),
  phoneNumber: '+12025550178',
  emailAddress: 'newcomer@example.test',
};

/** Another person without an account. */
export const stranger = {
  wallet: createWallet('44'),
  phoneNumber: '+12025550187',
  emailAddress: 'stranger@example.test',
};

export const scenario = {
  name: 'rita-and-tom',
  users: [
    {
      key: 'rita',
      phoneNumber: rita.phoneNumber,
      emailAddress: rita.emailAddress,
      personalInformation: { firstName: 'Rita', lastName: 'Example' },
      wallets: [{ address: rita.wallet.address, network: 'ETHEREUM' }],
    },
    {
      key: 'tom',
      emailAddress: tom.emailAddress,
      wallets: [{ address: tom.wallet.address, network: 'ETHEREUM' }],
      kyc: { status: 'APPROVED' },
      flags: ['T1001'],
      transactions: [{ key: 'payment', cryptoStatus: 'FAILED' }],
    },
  ],
};

function createWallet(byte: string): Wallet {
  return new Wallet(`0x${byte.repeat(32)}`);
}

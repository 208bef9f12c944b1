import { describe, expect, it } from 'vitest';
import { getSuccessStatus } from '../../src/dialect/success-status.ts';
import { getCompiledContract } from '../../src/contract/validators.ts';
import { readRequest, writeResponse, writeRequest } from '../../src/contract/wire.ts';
import type { CanonicalRequest } from '../../src/contract/wire.ts';
import type { OperationResponse, OperationId } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { mixtures, variations } from './dialect-variations.ts';

// Canonical requests, and responses in the format of the default dialect.
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const walletWithNetwork = { address, network: 'POLYGON', type: null } as const;
const walletWithType = { address, network: null, type: 'EVM' } as const;
const walletWithBoth = { address, network: 'POLYGON', type: 'EVM' } as const;
const id = '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f';
const timestamp = '2026-01-15T10:00:00.000Z';

const session: OperationResponse<'authenticateWallet'> = {
  sessionJwt: 'head.body.signature',
  userMask: {
    id,
    createTime: timestamp,
    updateTime: timestamp,
    phoneMask: '******0143',
    preferredMfaMethod: 'OTP_SMS',
  },
};
const { phoneMask: _phoneMask, ...userMaskWithoutPhone } = session.userMask;

const user: OperationResponse<'getUser'> = {
  id,
  createTime: timestamp,
  updateTime: timestamp,
  phoneMask: '******0143',
  emailMask: 'r***@example.test',
  kyc: { status: 'IN_REVIEW' },
  flags: [
    { code: 'F0000' },
    { code: 'K1001', category: 'KYC Review' },
    { code: 'F1001', category: 'Fraud' },
  ],
  personalInformation: { firstName: 'Rita', phoneNumber: '+12025550143' },
  wallets: [
    { walletAddress: address, walletNetwork: 'POLYGON', status: 'verified' },
    { walletAddress: address, walletType: 'EVM', status: 'unverified' },
    { walletAddress: address, walletNetwork: 'POLYGON', walletType: 'EVM', status: 'verified' },
  ],
  transactions: [
    { id, cryptoStatus: 'PENDING', createTime: timestamp, updateTime: timestamp },
    {
      id,
      cryptoStatus: 'COMPLETE',
      transactionHash: `0x${'a'.repeat(64)}`,
      createTime: timestamp,
      updateTime: timestamp,
    },
  ],
};
const newUser: OperationResponse<'getUser'> = {
  id,
  createTime: timestamp,
  updateTime: timestamp,
  kyc: { status: 'IN_REVIEW' },
  flags: [],
  wallets: [],
  transactions: [],
};

const dialects = [{ name: 'the default', dialect: defaultDialect }, ...variations, ...mixtures];

describe.each(dialects)('the wire format and the effective contract of $name', ({ dialect }) => {
  const contract = () => getCompiledContract(dialect);
  const type = dialect.wallet.types[0] as 'EVM';

  it('agree on requests: a written request is valid, and does not change if it is read and written again', () => {
    const expectRoundTrip = <Id extends OperationId>(
      operationId: Id,
      request: CanonicalRequest<Id>,
    ): void => {
      const written = writeRequest(operationId, request, dialect);
      contract().validateRequest(operationId, {
        ...written,
        headers: { ...written.headers, 'content-type': 'application/json' },
      });
      const read = readRequest(operationId, written, dialect);
      expect(writeRequest(operationId, read, dialect)).toEqual(written);
    };
    const otp = { recordId: id, code: '123456' };
    expectRoundTrip('startWalletAuth', walletWithNetwork);
    expectRoundTrip('startWalletAuth', { ...walletWithType, type });
    expectRoundTrip('startWalletAuth', { ...walletWithBoth, type });
    expectRoundTrip('authenticateWallet', { ...walletWithNetwork, signature: '0x1b' });
    expectRoundTrip('addWalletToUser', { ...walletWithType, type });
    expectRoundTrip('sendSmsOtp', { destination: '+12025550143' });
    expectRoundTrip('authenticateSmsOtp', { ...otp, destination: '+12025550143' });
    expectRoundTrip('sendEmailOtp', { destination: 'rita@example.test' });
    expectRoundTrip('authenticateEmailOtp', { ...otp, destination: 'rita@example.test' });
    expectRoundTrip('getUser', { userId: id });
  });

  it('agree on responses: a written response is valid', () => {
    const expectAccepted = <Id extends OperationId>(
      operationId: Id,
      response: OperationResponse<Id>,
    ): void => {
      const body = writeResponse(operationId, response, dialect);
      const status = getSuccessStatus(operationId, dialect);
      expect(() => contract().validateResponse(operationId, status, body)).not.toThrow();
    };
    const phoneMask = dialect.masks.phone.replace('{last4}', '0143');
    const emailMask = dialect.masks.email
      .replaceAll('{first}', 'r')
      .replace('{domain}', 'example.test');
    const phone = { phoneId: id, phoneMask };
    const email = { emailId: id, emailMask };
    const { sessionJwt } = session;
    const preferredMfaMethod = dialect.userMask.preferredMfaMethods[0] as 'OTP_SMS';
    const newUserMask = { ...userMaskWithoutPhone, preferredMfaMethod };
    const mask = { ...newUserMask, phoneMask };
    expectAccepted('authenticateWallet', { sessionJwt, userMask: mask });
    expectAccepted('authenticateWallet', { sessionJwt, userMask: newUserMask });
    expectAccepted('addWalletToUser', {});
    expectAccepted('sendSmsOtp', phone);
    expectAccepted('authenticateSmsOtp', { sessionJwt, userMask: mask, ...phone });
    expectAccepted('sendEmailOtp', email);
    expectAccepted('authenticateEmailOtp', { sessionJwt, userMask: newUserMask, ...email });

    const codes = new Set(dialect.flags.catalogue.map(({ code }) => code));
    expectAccepted('getUser', newUser);
    expectAccepted('getUser', {
      ...user,
      phoneMask,
      emailMask,
      flags: user.flags.filter(({ code }) => codes.has(code)),
      wallets: user.wallets.map((wallet) =>
        wallet.walletType === undefined ? wallet : { ...wallet, walletType: type },
      ),
    });
  });
});

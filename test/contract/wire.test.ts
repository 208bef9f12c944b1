import { describe, expect, it } from 'vitest';
import { readRequest, writeResponse } from '../../src/contract/wire.ts';
import type { OperationResponse, OperationId } from '../../src/contract/types.ts';
import {
  address,
  walletWithBoth,
  walletWithNetwork,
  walletWithType,
  email,
  id,
  newUser,
  phone,
  session,
  user,
  userMaskWithoutPhone,
} from './canonical-traffic.ts';
import { createDialect } from './dialect-variations.ts';

describe('requests', () => {
  const read = <Id extends OperationId>(
    operationId: Id,
    request: object,
    changes: Readonly<Record<string, unknown>> = {},
  ) => readRequest(operationId, request, createDialect(changes));

  it('§2.2 keep the wallet field that was sent', () => {
    const body = { walletAddress: address, walletNetwork: 'POLYGON' };
    expect(read('startWalletAuth', { body })).toEqual(walletWithNetwork);
    expect(
      read('startWalletAuth', { body: { walletAddress: address, walletType: 'EVM' } }),
    ).toEqual(walletWithType);
    const both = { ...body, walletType: 'EVM' };
    expect(read('startWalletAuth', { body: both }, { 'wallet.both': 'accept' })).toEqual(
      walletWithBoth,
    );
  });

  it('§2.2 ignore a field that is only tolerated', () => {
    const body = { walletAddress: address, walletNetwork: 'POLYGON', walletType: 'EVM' };
    const tolerant = { 'wallet.both': 'accept' };
    expect(read('addWalletToUser', { body }, { ...tolerant, 'wallet.variant': 'network' })).toEqual(
      walletWithNetwork,
    );
    expect(read('addWalletToUser', { body }, { ...tolerant, 'wallet.variant': 'type' })).toEqual(
      walletWithType,
    );
  });

  it('§4.5 §4.7 contain the fields that the dialect requires', () => {
    const body = { phoneId: id, phoneNumber: '+12025550143', otp: '1' };
    expect(read('authenticateSmsOtp', { body })).toEqual({
      recordId: id,
      destination: null,
      code: '1',
    });
    expect(
      read(
        'authenticateEmailOtp',
        { body: { emailAddress: 'rita@example.test', token: '1' } },
        { 'otp.email.identifiedBy': 'destination', 'otp.email.codeField': 'token' },
      ),
    ).toEqual({ recordId: null, destination: 'rita@example.test', code: '1' });
    expect(read('authenticateSmsOtp', { body }, { 'otp.sms.identifiedBy': 'both' })).toEqual({
      recordId: id,
      destination: '+12025550143',
      code: '1',
    });
  });

  it('§4.8 identify the user by session, query or header', () => {
    expect(read('getUser', { query: { userId: id } })).toEqual({ userId: null });
    const byQuery = { 'user.identifiedBy': { query: 'userId' } };
    expect(read('getUser', { query: { userId: id } }, byQuery)).toEqual({ userId: id });
    const byHeader = { 'user.identifiedBy': { header: 'X-User-Id' } };
    expect(read('getUser', { headers: { 'x-user-id': id } }, byHeader)).toEqual({ userId: id });
  });

  it('throw TypeError if they violate the contract', () => {
    expect(() => read('sendSmsOtp', { body: {} })).toThrow(TypeError);
    expect(() => read('sendSmsOtp', { body: { phoneNumber: 1 } })).toThrow(TypeError);
    expect(() => read('sendSmsOtp', {})).toThrow(TypeError);
  });
});

describe('responses', () => {
  const write = <Id extends OperationId>(
    operationId: Id,
    response: OperationResponse<Id>,
    changes: Readonly<Record<string, unknown>> = {},
  ) => writeResponse(operationId, response, createDialect(changes));

  it('are not copied if the dialect does not change them', () => {
    expect(write('getUser', user)).toBe(user);
    expect(write('authenticateWallet', session)).toBe(session);
    expect(write('sendSmsOtp', phone)).toBe(phone);
  });

  it('§4.4 §4.6 follow sendReturns', () => {
    expect(write('sendSmsOtp', phone, { 'otp.sms.sendReturns': 'empty' })).toEqual({});
    expect(write('sendEmailOtp', email, { 'otp.sms.sendReturns': 'empty' })).toEqual(email);
  });

  it.each([
    ['session', session],
    ['record', phone],
    ['sessionAndRecord', { ...session, ...phone }],
    ['empty', {}],
  ])('§4.5 follow authenticateReturns: %s', (returns, expected) => {
    expect(
      write(
        'authenticateSmsOtp',
        { ...session, ...phone },
        { 'otp.sms.authenticateReturns': returns },
      ),
    ).toEqual(expected);
  });

  it.each([
    ['omit', userMaskWithoutPhone],
    ['null', { ...userMaskWithoutPhone, phoneMask: null }],
    ['empty', { ...userMaskWithoutPhone, phoneMask: '' }],
  ])('§2.4 follow userMask.absent: %s', (absent, userMask) => {
    const response = { ...session, userMask: userMaskWithoutPhone };
    expect(write('authenticateWallet', response, { 'userMask.absent': absent })).toEqual({
      ...session,
      userMask,
    });
    expect(write('authenticateWallet', session, { 'userMask.absent': absent })).toEqual(session);
  });

  it('§4.8 follow user.envelope', () => {
    expect(write('getUser', user, { 'user.envelope': 'data' })).toEqual({ data: user });
    expect(write('getUser', user, { 'user.envelope': 'data.user' })).toEqual({ data: { user } });
  });

  it('§2.7 follow user.names, where "none" omits the part', () => {
    const { kyc, flags, wallets, transactions, personalInformation: _pii, ...rest } = user;
    expect(
      write('getUser', user, {
        'user.names.kyc': 'kycDetails',
        'user.names.flags': 'alerts',
        'user.names.code': 'name',
        'user.names.category': 'none',
        'user.names.personalInformation': 'none',
        'user.names.wallets': 'cryptoWallets',
        'user.names.cryptoStatus': 'state',
      }),
    ).toEqual({
      ...rest,
      kycDetails: kyc,
      alerts: flags.map(({ code }) => ({ name: code })),
      cryptoWallets: wallets,
      transactions: transactions.map(({ cryptoStatus, ...transaction }) => ({
        ...transaction,
        state: cryptoStatus,
      })),
    });
  });

  it('§2.7 follow flags.categoryNames', () => {
    const categoryNames = { Fraud: 'RISK', 'KYC Review': 'KYC', 'Transaction Processing': 'TX' };
    expect(write('getUser', user, { 'flags.categoryNames': categoryNames })).toMatchObject({
      flags: [
        { code: 'F0000' },
        { code: 'K1001', category: 'KYC' },
        { code: 'F1001', category: 'RISK' },
      ],
    });
  });

  it('§2.7 have a list for every flag category, even if it is empty', () => {
    const byCategory = { 'user.flagsShape': 'byCategory' };
    expect(write('getUser', user, byCategory)).toMatchObject({
      flags: {
        Fraud: [{ code: 'F1001' }],
        'KYC Review': [{ code: 'K1001' }],
        'Transaction Processing': [],
        uncategorized: [{ code: 'F0000' }],
      },
    });
    expect(write('getUser', newUser, byCategory)).toHaveProperty('flags', {
      Fraud: [],
      'KYC Review': [],
      'Transaction Processing': [],
    });
  });

  it.each([
    ['network', { walletNetwork: 'POLYGON' }, { walletNetwork: 'ETHEREUM' }],
    ['type', { walletType: 'EVM' }, { walletType: 'EVM' }],
  ])('§2.2 follow wallet.emits: %s', (emits, ofNetwork, ofType) => {
    const common = { walletAddress: address };
    expect(write('getUser', user, { 'wallet.emits': emits })).toHaveProperty('wallets', [
      { ...common, ...ofNetwork, status: 'verified' },
      { ...common, ...ofType, status: 'unverified' },
      { ...common, ...ofNetwork, status: 'verified' },
    ]);
  });

  it('write the type EVM for a wallet that was received with a network', () => {
    const changes = { 'wallet.emits': 'type', 'wallet.types': ['SVM', 'EVM'] };
    expect(write('getUser', user, changes)).toMatchObject({
      wallets: [{ walletType: 'EVM' }, {}, {}],
    });
  });
});

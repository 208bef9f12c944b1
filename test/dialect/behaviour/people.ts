/** Who lives in the workspaces of these tests, and how they sign in. */
import { Wallet } from 'ethers';

import { byNetwork } from '../../sandbox.ts';
import type { ClientApp, HttpAnswer } from '../../sandbox.ts';
import type { WatchedWorkspace } from './watched-workspace.ts';

/** Has a phone number, an email address, a wallet, and nothing against her. */
export const rita = {
  wallet: walletOf('11'),
  phoneNumber: '+12025550143',
  emailAddress: 'rita@example.test',
};

/** Has a KYC status, and a payment that failed to settle. */
export const tom = { wallet: walletOf('22'), emailAddress: 'tom@example.test' };

/** Nobody the service knows. */
export const newcomer = {
  wallet: walletOf('33'),
  phoneNumber: '+12025550178',
  emailAddress: 'newcomer@example.test',
};

/** Another one whom the service does not know. */
export const stranger = {
  wallet: walletOf('44'),
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

/** The sessionJwt of somebody who signs in by wallet. */
export async function sessionOf(app: ClientApp, { wallet }: { wallet: Wallet }): Promise<string> {
  const { body } = await app.signIn(wallet, byNetwork(wallet));
  return body.sessionJwt;
}

/** Send, read the message, authenticate by phoneId. */
export async function signInBySms(
  app: ClientApp,
  workspace: WatchedWorkspace,
  { phoneNumber }: { phoneNumber: string },
): Promise<HttpAnswer> {
  await app.sendSms(phoneNumber);
  return answerSms(app, workspace, phoneNumber);
}

/** Authenticates with the code that was sent last. */
export async function answerSms(
  app: ClientApp,
  workspace: WatchedWorkspace,
  phoneNumber: string,
): Promise<HttpAnswer> {
  const { recordId, code } = await workspace.lastMessage(phoneNumber);
  return app.authenticateSms({ phoneId: recordId, otp: code });
}

/** Send, read the message, authenticate by emailId. */
export async function signInByEmail(
  app: ClientApp,
  workspace: WatchedWorkspace,
  { emailAddress }: { emailAddress: string },
): Promise<HttpAnswer> {
  await app.sendEmail(emailAddress);
  const { recordId, code } = await workspace.lastMessage(emailAddress);
  return app.authenticateEmail({ emailId: recordId, otp: code });
}

/** The code with another last digit. */
export function wrong(code: string): string {
  return `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
}

function walletOf(byte: string): Wallet {
  return new Wallet(`0x${byte.repeat(32)}`);
}

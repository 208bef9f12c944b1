import { serviceOperations } from '../../../src/contract/effective/service-contract.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import { toNetworkIdentity } from '../../sandbox.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer } from './people.ts';

const defaultResult = createStatuses(() => 200);

export const successKeys: readonly KeyBehaviour[] = [
  {
    key: 'success.status',
    description: 'the status of each operation',
    observe: async (app, workspace) => {
      const { wallet, phoneNumber, emailAddress } = newcomer;
      const fields = toNetworkIdentity(wallet);
      const startResponse = await app.start(fields);
      const signature = await wallet.signMessage(startResponse.body.challenge);
      const authenticateResponse = await app.authenticate(fields, signature);
      const smsResponse = await app.sendSms(phoneNumber);
      const smsMessage = await workspace.readLastMessage(phoneNumber);
      const emailResponse = await app.sendEmail(emailAddress);
      const emailMessage = await workspace.readLastMessage(emailAddress);
      const responses = {
        startWalletAuth: startResponse,
        authenticateWallet: authenticateResponse,
        addWalletToUser: await app.addWallet(fields),
        sendSmsOtp: smsResponse,
        authenticateSmsOtp: await app.authenticateSms({
          phoneId: smsMessage.recordId,
          otp: smsMessage.code,
        }),
        sendEmailOtp: emailResponse,
        authenticateEmailOtp: await app.authenticateEmail({
          emailId: emailMessage.recordId,
          otp: emailMessage.code,
        }),
        getUser: await app.readUser(authenticateResponse.body.sessionJwt),
      };
      return createStatuses((operation) => responses[operation].status);
    },
    defaultResult,
    contractVersusDefault: 'incompatible',
    values: [
      ...[201, 202].map((status) => ({ value: status, result: createStatuses(() => status) })),
      { value: { sendSmsOtp: 202 }, result: { ...defaultResult, sendSmsOtp: 202 } },
      // Three maps. Together, they give each operation the statuses 200, 201 and 202.
      ...[0, 1, 2].map((offset) => {
        const statuses = createStatuses((_, index) => 200 + ((index + offset) % 3));
        return { value: statuses, result: statuses };
      }),
    ],
  },
];

function createStatuses(
  getStatus: (operation: OperationId, index: number) => number,
): Record<string, number> {
  const operations = [...serviceOperations.keys()];
  return Object.fromEntries(
    operations.map((operation, index) => [operation, getStatus(operation, index)]),
  );
}

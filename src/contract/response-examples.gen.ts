// Generated from openapi/api.yaml by `npm run generate`: edit that file, not this one.

import type { OperationId, Success } from './types.ts';

type Examples<Id extends OperationId> = Readonly<
  Record<string, { readonly summary?: string; readonly value: Success<Id> }>
>;

export const responseExamples: { readonly [Id in OperationId]: Examples<Id> } = {
  startWalletAuth: {
    challenge: {
      value: {
        challenge: 'Sign this challenge to sign in: Kq1oW7bYxT0m2rVfE9uZsHcJ4nLdPgA8iQ6wX3yBtCk',
      },
    },
  },
  authenticateWallet: {
    authentication: {
      value: {
        sessionJwt: 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiI4ZjE0ZTQ1ZiJ9.c2lnbmF0dXJl',
        userMask: {
          id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f',
          createTime: '2026-01-15T10:00:00.000Z',
          updateTime: '2026-01-15T10:00:00.000Z',
          phoneMask: '******0143',
          preferredMfaMethod: 'OTP_SMS',
        },
      },
    },
  },
  addWalletToUser: { empty: { value: {} } },
  sendSmsOtp: {
    record: { value: { phoneId: '3c59dc04-8e88-4024-a3be-8079d5c36f70', phoneMask: '******0143' } },
  },
  authenticateSmsOtp: {
    authentication: {
      value: {
        sessionJwt: 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiI4ZjE0ZTQ1ZiJ9.c2lnbmF0dXJl',
        userMask: {
          id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f',
          createTime: '2026-01-15T10:00:00.000Z',
          updateTime: '2026-01-15T10:00:00.000Z',
          phoneMask: '******0143',
          preferredMfaMethod: 'OTP_SMS',
        },
      },
    },
  },
  sendEmailOtp: {
    record: {
      value: { emailId: '6f4922f4-5568-461a-8dfe-47eb4b05f08a', emailMask: 'r***@example.test' },
    },
  },
  authenticateEmailOtp: {
    authentication: {
      value: {
        sessionJwt: 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiI4ZjE0ZTQ1ZiJ9.c2lnbmF0dXJl',
        userMask: {
          id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f',
          createTime: '2026-01-15T10:00:00.000Z',
          updateTime: '2026-01-15T10:00:00.000Z',
          phoneMask: '******0143',
          preferredMfaMethod: 'OTP_SMS',
        },
      },
    },
  },
  getUser: {
    failedTransaction: {
      summary: 'A user whose payment failed to settle',
      value: {
        id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f',
        createTime: '2026-01-15T10:00:00.000Z',
        updateTime: '2026-01-15T10:05:00.000Z',
        phoneMask: '******0143',
        emailMask: 'r***@example.test',
        kyc: { status: 'APPROVED' },
        flags: [{ code: 'T1001', category: 'Transaction Processing' }],
        personalInformation: {
          firstName: 'Rita',
          lastName: 'Example',
          phoneNumber: '+12025550143',
          emailAddress: 'rita@example.test',
        },
        wallets: [
          {
            walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
            walletNetwork: 'ETHEREUM',
            status: 'verified',
          },
        ],
        transactions: [
          {
            id: '45c48cce-2e2d-4fbd-8a1a-fc51c7c6ad26',
            cryptoStatus: 'FAILED',
            createTime: '2026-01-15T10:01:00.000Z',
            updateTime: '2026-01-15T10:05:00.000Z',
          },
        ],
      },
    },
  },
};

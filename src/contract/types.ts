/** Types of the contract, from the generated file. */
import type { components, operations } from './api.gen.ts';

type Schemas = components['schemas'];

export type OperationId = keyof operations;

export type WalletNetwork = Schemas['WalletNetwork'];
export type WalletType = Schemas['WalletType'];
export type KycStatus = Schemas['KycStatus'];
export type CryptoStatus = Schemas['CryptoStatus'];
export type WalletStatus = Schemas['Wallet']['status'];
export type FlagCategory = Schemas['FlagCategory'];
export type UserMask = Schemas['UserMask'];
export type UserObject = Schemas['User'];
export type PhoneRecord = Schemas['PhoneRecord'];
export type EmailRecord = Schemas['EmailRecord'];
export type ErrorCode = Schemas['ErrorCode'];
export type ErrorDetail = Schemas['ErrorDetail'];

/** How a part of a request or response differs from the contract; `value`: wrong value of the right type. */
export type DetailKind = 'missing' | 'type' | 'value' | 'unknown';

/** An error detail with its kind, for code; the message is for people. */
export interface Detail extends ErrorDetail {
  /** Default: `value`. */
  readonly kind?: DetailKind;
}

/** The body of an accepted response in the form of the default dialect. */
export type Success<Id extends OperationId> =
  operations[Id]['responses'] extends Record<200, { content: { 'application/json': infer Body } }>
    ? Body
    : never;

/**
 * The result of an operation, from which `writeResponse` selects the fields of the dialect. For
 * authenticateSmsOtp and authenticateEmailOtp, it has both the session and the record.
 */
export type OperationResponse<Id extends OperationId> = Id extends 'authenticateSmsOtp'
  ? Success<Id> & Success<'sendSmsOtp'>
  : Id extends 'authenticateEmailOtp'
    ? Success<Id> & Success<'sendEmailOtp'>
    : Success<Id>;

/** Stores values from responses for later probes. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText, findUserMask } from '../responses/fields.ts';
import type { SignedIn, WithSession } from '../actors/signed-in.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { otpNames } from '../actors/operations.ts';

export interface MaskSample {
  readonly original: string;
  readonly mask: string;
  readonly response: HttpResponse;
}

/** A correct code that was rejected (§4.5, §4.7). */
export interface RefusedCode {
  readonly codeField: string;
  readonly destination: string;
  /** Whether the deployment reads `codeField`: its rejection differs if the body has an unknown field instead. */
  readonly isKnownField: boolean;
  readonly response: HttpResponse;
}

/** A user read, with the facts that are known about the user. */
export interface Reading {
  /** The declared account; null for a user that the run created. */
  readonly account: DeclaredAccount | null;
  /** Address of the wallet that signed in; null for a sign-in by one-time password. */
  readonly walletAddress: string | null;
  readonly phoneNumber: string | null;
  readonly emailAddress: string | null;
  /** Whether the run created the user, who therefore has never submitted KYC. */
  readonly isNew: boolean;
  readonly user: SignedIn;
  readonly response: HttpResponse;
}

export class Observations {
  /** Field or cookie with the session in the response of a code sign-in; null if none, undefined if unknown. */
  sessionName: string | null | undefined;

  /** Correct codes that were rejected while none was accepted. */
  readonly refusedCodes: Record<OtpChannel, RefusedCode[]> = { sms: [], email: [] };
  /** The last sign-in by one-time password that returned a session. */
  codeUser: WithSession | null = null;

  readonly masks: Readonly<Record<OtpChannel, MaskSample[]>> = { sms: [], email: [] };
  /** Each preferredMfaMethod with the first response that contains it. */
  readonly mfaMethods = new Map<string, HttpResponse>();
  readonly readings: Reading[] = [];

  /** Stores a user read. A declared account implies the phone number, and by default the email address. */
  recordReading(
    user: SignedIn,
    response: HttpResponse,
    {
      account = null,
      emailAddress = account?.emailAddress ?? null,
      isNew = false,
    }: Partial<Pick<Reading, 'account' | 'emailAddress' | 'isNew'>>,
  ): void {
    const walletAddress = user.wallet?.address ?? null;
    const phoneNumber = account?.phoneNumber ?? null;
    this.readings.push({
      account,
      walletAddress,
      phoneNumber,
      emailAddress,
      isNew,
      user,
      response,
    });
  }

  recordMask(channel: OtpChannel, destination: string, response: HttpResponse): void {
    const mask = findText(response.body, otpNames[channel].mask);
    this.#addSample(channel, destination, mask, response);
  }

  recordSignIn(response: HttpResponse, phoneNumber: string | null): void {
    const userMask = findUserMask(response.body);
    const method = findText(userMask, 'preferredMfaMethod');
    if (method !== null && !this.mfaMethods.has(method)) this.mfaMethods.set(method, response);
    if (phoneNumber !== null)
      this.#addSample('sms', phoneNumber, findText(userMask, 'phoneMask'), response);
  }

  #addSample(
    channel: OtpChannel,
    original: string,
    mask: string | null,
    response: HttpResponse,
  ): void {
    const samples = this.masks[channel];
    if (mask === null || mask === '') return;
    if (samples.some((sample) => sample.original === original && sample.mask === mask)) return;
    samples.push({ original, mask, response });
  }
}

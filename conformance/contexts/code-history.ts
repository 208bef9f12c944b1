/** Sends several codes to one destination and submits used, replaced and missing codes (§4.5, §4.7). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { App } from '../actors/app.ts';
import { readSignIn } from '../actors/signed-in.ts';
import type { Attempt } from '../attempt.ts';
import { otpNames } from '../actors/operations.ts';
import { createEqualCodesError } from '../actors/otp-ledger.ts';
import { returnNotTested } from '../actors/valid-requests.ts';
import { findText } from '../responses/fields.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { createNotAcceptedError, type SentCode } from '../observations/otp-requests.ts';
import {
  withField,
  withoutField,
  type HttpRequest,
  type HttpResponse,
} from '../target/http-request.ts';
import {
  createDestination,
  sendCode,
  submitCode,
  submitCodeWithWrongSecret,
} from './sent-codes.ts';

export const CONCURRENT_REQUESTS = 3;

/** Responses to the codes that were sent to one new destination. */
export interface CodeHistory {
  readonly destination: string;
  readonly sent: readonly HttpResponse[];
  /** The code of the last send, which is never submitted. */
  readonly unusedCode: SentCode;
  /** Responses to the first code, submitted several times at the same time. */
  readonly concurrent: readonly HttpResponse[];
  /** Response to the first code, submitted again after a request with a wrong client secret. */
  readonly afterAFailedRequest: HttpResponse;
  /** Response to the first code, submitted again by the second client; null without a second client. */
  readonly byTheSecondClient: HttpResponse | null;
  /** Response to the first code after the user signed in through the second client; null without a second client. */
  readonly afterLinking: HttpResponse | null;
  /** Response to the first code, submitted for the last send. */
  readonly afterAnotherSend: HttpResponse;
  /** Response to the second code, submitted for the first time. */
  readonly second: HttpResponse;
  /** Response to the second code, submitted again. Unlike the first code, it had signed in an existing user. */
  readonly secondAgain: HttpResponse;
  /** Responses to requests without a code, after a code was used: null, an empty string, a missing field. */
  readonly withoutCode: readonly HttpResponse[];
  /** Response to a replaced code, submitted for the newer send after the newer code was used. */
  readonly replaced: HttpResponse;
  /** Response to the code that replaced another one, submitted for the first time. */
  readonly newer: HttpResponse;
  /** Responses to a used code as a number, and to a used code with its email address in upper case. */
  readonly inAnotherForm: readonly HttpResponse[];
  /**
   * Responses to used codes after a wallet was added (to the user of the codes, if possible); empty if no
   * wallet can be added.
   */
  readonly afterAnAddedWallet: readonly HttpResponse[];
}

/** Returns the history of a new destination, which all checks share. */
export const observeCodeHistory = memoizePerRun(
  async (t: Attempt, channel: OtpChannel): Promise<CodeHistory> => {
    const destination = createDestination(t, channel, { purpose: 'used codes' });
    const firstCode = await sendCode(t, channel, destination);
    const concurrent = await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS }, () => submitCode(t, firstCode)),
    );
    await submitCodeWithWrongSecret(t, firstCode);
    const afterAFailedRequest = await submitCode(t, firstCode);
    const { secondApp } = t.ctx;
    const byTheSecondClient =
      secondApp &&
      (await t.send(await t.createCodeSubmission(firstCode.sent, firstCode.code, secondApp)));
    const afterLinking = secondApp && (await submitAfterSignIn(t, secondApp, firstCode));
    const secondCode = await sendCode(t, channel, destination);
    if (secondCode.code === firstCode.code) throw createEqualCodesError();
    const accepted = concurrent.find((response) => response.accepted);
    if (accepted !== undefined) await sendUserReadAfter(t, accepted);
    const second = await submitCode(t, secondCode);
    const secondAgain = await submitCode(t, secondCode);
    const isWalletAdded = await tryToAddWallet(t, second);
    const afterAnAddedWallet = isWalletAdded ? [await submitCode(t, secondCode)] : [];
    const requestsWithoutCode = await createRequestsWithoutCode(t, secondCode);
    const withoutCode = await Promise.all(requestsWithoutCode.map((request) => t.send(request)));
    const replacedCode = await sendCode(t, channel, destination);
    const newerCode = await sendCode(t, channel, destination);
    const newer = await submitCode(t, newerCode);
    const requestsInAnotherForm = await createRequestsInAnotherForm(t, newerCode);
    const inAnotherForm = await Promise.all(
      requestsInAnotherForm.map((request) => t.send(request)),
    );
    if (isWalletAdded) afterAnAddedWallet.push(await submitCode(t, newerCode));
    const replaced = await submitCode(t, { ...newerCode, code: replacedCode.code });
    const lastCode = await sendCode(t, channel, destination);
    const afterAnotherSend = await submitCode(t, { ...lastCode, code: firstCode.code });
    return {
      destination,
      sent: [firstCode, secondCode, replacedCode, newerCode, lastCode].map(
        ({ sent }) => sent.response,
      ),
      unusedCode: lastCode,
      concurrent,
      afterAFailedRequest,
      byTheSecondClient,
      afterLinking,
      afterAnotherSend,
      second,
      secondAgain,
      withoutCode,
      replaced,
      newer,
      inAnotherForm,
      afterAnAddedWallet,
    };
  },
);

/** @throws NotTested if the first code was not accepted, which another check reports */
export async function getAcceptedHistory(t: Attempt, channel: OtpChannel): Promise<CodeHistory> {
  const history = await observeCodeHistory(t, channel);
  const [firstResponse] = history.concurrent;
  if (firstResponse && !history.concurrent.some((response) => response.accepted))
    throw createNotAcceptedError(firstResponse);
  return history;
}

async function submitAfterSignIn(t: Attempt, app: App, usedCode: SentCode): Promise<HttpResponse> {
  const { channel, destination } = usedCode.sent;
  await submitCode(t, await sendCode(t, channel, destination, app));
  return submitCode(t, usedCode);
}

async function createRequestsWithoutCode(
  t: Attempt,
  { sent, code }: SentCode,
): Promise<readonly HttpRequest[]> {
  const { codeField } = t.dialect.otp[sent.channel];
  const valid = await t.createCodeSubmission(sent, code);
  return [
    withField(valid, codeField, null),
    withField(valid, codeField, ''),
    withoutField(valid, codeField),
  ];
}

async function createRequestsInAnotherForm(
  t: Attempt,
  { sent, code }: SentCode,
): Promise<readonly HttpRequest[]> {
  const { codeField } = t.dialect.otp[sent.channel];
  const { destination: destinationField } = otpNames[sent.channel];
  const valid = await t.createCodeSubmission(sent, code);
  const destination = findText(valid.body, destinationField)?.toUpperCase();
  return [
    withField(valid, codeField, Number(code)),
    ...(sent.channel === 'sms' || destination === undefined
      ? []
      : [withField(valid, destinationField, destination)]),
  ];
}

/** Reads the user of a sign-in, because a read may affect later codes of the user; ignores the result. */
export async function sendUserReadAfter(t: Attempt, signedIn: HttpResponse): Promise<void> {
  const user = { ...readSignIn(t.app, signedIn), wallet: null };
  await t.read(user).catch(returnNotTested);
}

/** Adds a wallet to the user who signed in or, without a session, to another user; returns whether it was added. */
async function tryToAddWallet(t: Attempt, response: HttpResponse): Promise<boolean> {
  // Wallets cannot be removed, so remote users are not changed.
  if (!t.isOnThisMachine) return false;
  if (!t.ctx.knowledge.bearers.sessionIdentifiesUser) return false;
  const signIn = { ...readSignIn(t.app, response), wallet: null };
  const user = signIn.session === null ? await t.signInWithSession() : signIn;
  const request = t.createAddRequest(user);
  return (await t.send(request)).accepted;
}

import { findText, findUserMask, toFields } from '../responses/fields.ts';
import type { RunContext } from '../run-context.ts';
import { otpNames, otpOperations } from '../actors/operations.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { HttpResponse } from '../target/http-request.ts';

export interface CodeSignIn {
  /** Phone number or email address to which the code was sent. */
  readonly destination: string;
  readonly response: HttpResponse;
}

/**
 * Lists the accepted sign-ins by code in this run, except requests that name two destinations, and responses
 * without a JSON object, such as truncated ones.
 */
export function listCodeSignIns(
  { responses }: Pick<RunContext, 'responses'>,
  channel: OtpChannel,
): readonly CodeSignIn[] {
  const { send, authenticate } = otpOperations[channel];
  const names = otpNames[channel];
  const destinationsByRecord = new Map<string, string>();
  return responses.flatMap((response) => {
    const { accepted, body, request } = response;
    const named = findText(request.body, names.destination);
    if (accepted && request.operation === send) {
      const record = findText(body, names.recordId);
      if (record !== null && named !== null) destinationsByRecord.set(record, named);
    }
    if (!accepted || request.operation !== authenticate || toFields(body) === null) return [];
    const record = findText(request.body, names.recordId);
    const ofRecord = record === null ? named : (destinationsByRecord.get(record) ?? null);
    const destination = named ?? ofRecord;
    return destination === null || destination !== ofRecord ? [] : [{ destination, response }];
  });
}

/** Returns the numbers of users who signed in by SMS, except users who may have several numbers (§5.7). */
export function listNumbersByUser(
  ctx: Pick<RunContext, 'responses' | 'identities'>,
): ReadonlyMap<string, string> {
  const numbersByUser = new Map<string, Set<string>>();
  const addNumber = (user: string, number: string) =>
    numbersByUser.set(user, (numbersByUser.get(user) ?? new Set()).add(number));
  for (const { destination, response } of listCodeSignIns(ctx, 'sms')) {
    const user = findUserId(response);
    if (user === null || !ctx.identities.isKnownDestination(destination)) continue;
    addNumber(user, destination);
  }
  // A code that was sent with a session may add its number to the user even if the response to the code is lost.
  const usersBySession = new Map(
    ctx.responses.map((response) => [
      `Bearer ${findText(response.body, 'sessionJwt')}`,
      findUserId(response),
    ]),
  );
  for (const { request, accepted } of ctx.responses) {
    if (!accepted) continue;
    const user = usersBySession.get(request.headers['authorization'] ?? '') ?? null;
    const number = findText(request.body, 'phoneNumber');
    if (user !== null && number !== null && numbersByUser.has(user)) addNumber(user, number);
  }
  return new Map(
    [...numbersByUser].flatMap(([user, numbers]) =>
      numbers.size === 1 ? [...numbers].map((number) => [user, number] as const) : [],
    ),
  );
}

function findUserId({ body }: HttpResponse): string | null {
  return findText(findUserMask(body), 'id');
}

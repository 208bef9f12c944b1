/** Asserts the response fields of the wallet operations (§4.1 to §4.3). */
import type { Attempt } from '../attempt.ts';
import type { WalletOperation } from '../actors/operations.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { toFields, findText, findUserMask, type Fields } from './fields.ts';

export function assertOperationFields(
  t: Attempt,
  operation: WalletOperation,
  response: HttpResponse,
): void {
  switch (operation) {
    case 'startWalletAuth':
      assertChallenge(t, response);
      return;
    case 'authenticateWallet':
      assertSessionJwt(t, response);
      assertUserMask(t, response);
      return;
    case 'addWalletToUser':
      assertEmptyObject(t, response);
  }
}

export function assertChallenge(t: Attempt, response: HttpResponse): string {
  const challenge = findText(response.body, 'challenge') ?? '';
  t.assert(challenge !== '', 'expected a response object with challenge, a string', response);
  return challenge;
}

export function assertSessionJwt(t: Attempt, response: HttpResponse): string {
  const sessionJwt = findText(response.body, 'sessionJwt') ?? '';
  t.assert(sessionJwt !== '', 'expected a response with sessionJwt, a string', response);
  return sessionJwt;
}

export function assertUserMask(t: Attempt, response: HttpResponse): Fields {
  const userMask = findUserMask(response.body);
  t.assert(userMask !== null, 'expected a response with userMask, an object', response);
  return userMask ?? {};
}

/** Asserts an empty object (§4.3). Fields that every response has, such as a requestId, are allowed. */
export function assertEmptyObject(t: Attempt, response: HttpResponse): void {
  const fields = toFields(response.body);
  const { memory } = t.ctx.knowledge;
  const isInEveryResponse = (name: string) =>
    (['startWalletAuth', 'authenticateWallet'] as const).every((operation) =>
      memory.listAccepted(operation).some(({ body }) => Object.hasOwn(toFields(body) ?? {}, name)),
    );
  const unexpectedFields = Object.keys(fields ?? {}).filter((name) => !isInEveryResponse(name));
  t.assert(
    fields !== null && unexpectedFields.length === 0,
    `expected an empty JSON object, got ${fields === null ? 'another body' : unexpectedFields.join(', ')}`,
    response,
  );
}

/** Asserts the response fields of the wallet operations (§4.1 to §4.3). */
import type { Attempt } from '../attempt.ts';
import type { WalletOperation } from '../actors/operations.ts';
import type { Reply } from '../target/http-request.ts';
import { fieldsOrNull, textIn, userMaskIn, type Fields } from './fields.ts';

/** Asserts that a response has the fields that the interface lists for the operation. */
export function assertListedFields(t: Attempt, operation: WalletOperation, reply: Reply): void {
  switch (operation) {
    case 'startWalletAuth':
      challengeOf(t, reply);
      return;
    case 'authenticateWallet':
      sessionJwtOf(t, reply);
      userMaskOf(t, reply);
      return;
    case 'addWalletToUser':
      emptyObjectOf(t, reply);
  }
}

/** Asserts that the response has a challenge (§4.1), and returns it. */
export function challengeOf(t: Attempt, reply: Reply): string {
  const challenge = textIn(reply.body, 'challenge') ?? '';
  t.assert(challenge !== '', 'expected a response object with challenge, a string', reply);
  return challenge;
}

/** Asserts that the response has a sessionJwt (§4.2), and returns it. */
export function sessionJwtOf(t: Attempt, reply: Reply): string {
  const sessionJwt = textIn(reply.body, 'sessionJwt') ?? '';
  t.assert(sessionJwt !== '', 'expected a response with sessionJwt, a string', reply);
  return sessionJwt;
}

/** Asserts that the response has a userMask (§4.2), and returns it. */
export function userMaskOf(t: Attempt, reply: Reply): Fields {
  const userMask = userMaskIn(reply.body);
  t.assert(userMask !== null, 'expected a response with userMask, an object', reply);
  return userMask ?? {};
}

/**
 * Asserts that the body is an empty object (§4.3), except for fields of every response, such as a
 * requestId.
 */
export function emptyObjectOf(t: Attempt, reply: Reply): void {
  const fields = fieldsOrNull(reply.body);
  const { memory } = t.ctx.knowledge;
  const isAddedToAll = (name: string) =>
    (['startWalletAuth', 'authenticateWallet'] as const).every((operation) =>
      memory.accepted(operation).some(({ body }) => Object.hasOwn(fieldsOrNull(body) ?? {}, name)),
    );
  const extra = Object.keys(fields ?? {}).filter((name) => !isAddedToAll(name));
  t.assert(
    fields !== null && extra.length === 0,
    `expected an empty JSON object, got ${fields === null ? 'another body' : extra.join(', ')}`,
    reply,
  );
}

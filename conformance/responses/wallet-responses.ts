/** Asserts the response fields of the wallet operations (§4.1 to §4.3). */
import type { Attempt } from '../attempt.ts';
import type { WalletOperation } from '../actors/operations.ts';
import type { Reply } from '../target/http-request.ts';
import { toFields, findText, findUserMask, type Fields } from './fields.ts';

/** Asserts that a response has the fields that the interface lists for the operation. */
export function assertListedFields(t: Attempt, operation: WalletOperation, reply: Reply): void {
  switch (operation) {
    case 'startWalletAuth':
      assertChallenge(t, reply);
      return;
    case 'authenticateWallet':
      assertSessionJwt(t, reply);
      assertUserMask(t, reply);
      return;
    case 'addWalletToUser':
      assertEmptyObject(t, reply);
  }
}

/** Asserts that the response has a challenge (§4.1), and returns it. */
export function assertChallenge(t: Attempt, reply: Reply): string {
  const challenge = findText(reply.body, 'challenge') ?? '';
  t.assert(challenge !== '', 'expected a response object with challenge, a string', reply);
  return challenge;
}

/** Asserts that the response has a sessionJwt (§4.2), and returns it. */
export function assertSessionJwt(t: Attempt, reply: Reply): string {
  const sessionJwt = findText(reply.body, 'sessionJwt') ?? '';
  t.assert(sessionJwt !== '', 'expected a response with sessionJwt, a string', reply);
  return sessionJwt;
}

/** Asserts that the response has a userMask (§4.2), and returns it. */
export function assertUserMask(t: Attempt, reply: Reply): Fields {
  const userMask = findUserMask(reply.body);
  t.assert(userMask !== null, 'expected a response with userMask, an object', reply);
  return userMask ?? {};
}

/**
 * Asserts that the body is an empty object (§4.3), except for fields of every response, such as a
 * requestId.
 */
export function assertEmptyObject(t: Attempt, reply: Reply): void {
  const fields = toFields(reply.body);
  const { memory } = t.ctx.knowledge;
  const isAddedToAll = (name: string) =>
    (['startWalletAuth', 'authenticateWallet'] as const).every((operation) =>
      memory.listAccepted(operation).some(({ body }) => Object.hasOwn(toFields(body) ?? {}, name)),
    );
  const extra = Object.keys(fields ?? {}).filter((name) => !isAddedToAll(name));
  t.assert(
    fields !== null && extra.length === 0,
    `expected an empty JSON object, got ${fields === null ? 'another body' : extra.join(', ')}`,
    reply,
  );
}

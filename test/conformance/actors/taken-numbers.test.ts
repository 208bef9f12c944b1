/** A generated number that belongs to an existing user by chance (§5.7). */
import { describe, expect, it } from 'vitest';
import type { App } from '../../../conformance/actors/app.ts';
import type { AttemptBase } from '../../../conformance/attempt-base.ts';
import { isGeneratedNumberTaken } from '../../../conformance/actors/taken-numbers.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { createResponse } from '../create-response.ts';

const app = { credentials: { accessToken: 'access' } } as App;
const TAKEN_STATUS = defaultDialect.errors.status.identityTaken;

interface Changes {
  readonly isDetected?: boolean;
  readonly bearerSession?: 'addsPhone' | 'ignored';
  readonly isGenerated?: boolean;
  readonly accepted?: boolean;
  readonly status?: number;
  readonly authorization?: string | null;
}

function isTaken(changes: Changes = {}): boolean {
  const {
    bearerSession = 'addsPhone',
    status = TAKEN_STATUS,
    authorization = 'Bearer session',
  } = changes;
  const attempt = {
    isDetectedAs: (key: string, value: string) =>
      key === 'otp.sms.bearerSession' && value === bearerSession && (changes.isDetected ?? true),
    ctx: {
      identities: {
        isGenerated: (number: string) => number === '+1' && (changes.isGenerated ?? true),
      },
    },
    dialect: defaultDialect,
  } as unknown as AttemptBase;
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const { accepted = false } = changes;
  return isGeneratedNumberTaken(
    attempt,
    app,
    '+1',
    createResponse({ status, accepted, request: { headers } }),
  );
}

describe('the response to a send', () => {
  it('means that a generated number is taken if the status is that of a taken number', () =>
    expect(isTaken()).toBe(true));

  it.each<[string, Changes]>([
    ['it was accepted', { accepted: true }],
    ['the status is different', { status: TAKEN_STATUS + 1 }],
    ['the bearer token is the access token of the client', { authorization: 'Bearer access' }],
    ['there is no bearer token', { authorization: null }],
    ['the session does not link the number', { bearerSession: 'ignored' }],
    ['it is unknown whether the session links the number', { isDetected: false }],
    ['the number is declared', { isGenerated: false }],
  ])('does not mean that the number is taken if %s', (_what, changes) =>
    expect(isTaken(changes)).toBe(false),
  );
});

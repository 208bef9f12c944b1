/** What discovery derives from responses: dialect values, challenges, sessions, error codes, unused ids. */
import { describe, expect, it } from 'vitest';
import { detectWithholding } from '../../../conformance/discovery/accounts.ts';
import { normalizeWindow } from '../../../conformance/discovery/limits.ts';
import { Memory } from '../../../conformance/discovery/memory.ts';
import { describeRefusal } from '../../../conformance/discovery/refusal-status.ts';
import { toDialectDuration } from '../../../src/dialect/normalize.ts';
import { findCommonPrefix } from '../../../src/judge/challenge-text.ts';
import { deriveUnusedId } from '../../../conformance/discovery/otp-request.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import { createResponse } from '../create-response.ts';
import { createUser } from './readings.ts';

describe('an ISO 8601 duration', () => {
  it.each([
    [1, 'PT1S'],
    [90, 'PT1M30S'],
    [900, 'PT15M'],
    [3600, 'PT1H'],
    [3661, 'PT1H1M1S'],
    [86_400, 'P1D'],
    [90_000, 'P1DT1H'],
    [90_061, 'P1DT1H1M1S'],
    [172_801, 'P2DT1S'],
    [316_224_000_000, 'P3660000D'],
    // A dialect cannot contain these durations.
    [316_224_000_001, null],
    [0, null],
    [-1, null],
    [Number.NaN, null],
  ])('for %i seconds is %s', (seconds, text) => expect(toDialectDuration(seconds)).toBe(text));
});

describe('§8 the window of a rate limit', () => {
  it.each([
    // Near a multiple of a day, an hour, a minute or 10 seconds.
    [172_700, 172_800],
    [86_380, 86_400],
    [3600.4, 3600],
    [3598.7, 3600],
    [3570, 3570],
    [59.2, 60],
    [11.4, 10],
    // Otherwise, to whole seconds.
    [13.4, 13],
    [7.2, 7],
    [0.2, 1],
  ])('measured as %d seconds is rounded to %d', (seconds, rounded) =>
    expect(normalizeWindow(seconds)).toBe(rounded),
  );
});

describe('the memory of accepted requests', () => {
  function createMemory(
    ...responses: { status?: number; bearer?: string; body?: unknown; at?: number }[]
  ) {
    const memory = new Memory();
    for (const { status = 200, bearer, body = {}, at = 0 } of responses) {
      const headers = { 'service-client-id': 'app', ...(bearer && { authorization: bearer }) };
      const operation: OperationId = 'startWalletAuth';
      const requestBody = { walletAddress: '0x01' };
      memory.record(
        createResponse({ status, body, request: { operation, headers, body: requestBody } }),
        at,
      );
    }
    return memory;
  }

  it('contains one request per status, with and without a bearer token', () => {
    const memory = createMemory(
      {},
      {},
      { bearer: 'Bearer a' },
      { bearer: 'Bearer b' },
      { status: 201 },
      { status: 400 },
    );
    expect(memory.listAccepted('startWalletAuth').map(({ status }) => status)).toEqual([
      200, 200, 201,
    ]);
    expect(memory.listAccepted('getUser')).toEqual([]);
  });

  it('contains at most 512 challenges, each once', () => {
    const challenges = Array.from({ length: 520 }, (_, index) => `challenge ${index}`);
    const bodies = ['challenge 0', ...challenges].map((challenge) => ({ body: { challenge } }));
    expect(createMemory(...bodies).challenges).toEqual(challenges.slice(0, 512));
  });

  it('contains a session, which a session two minutes later replaces', () => {
    const createSession = (sessionJwt: string, at: number) => ({ body: { sessionJwt }, at });
    expect(createMemory().findSession('app')).toBe(null);
    expect(createMemory(createSession('a', 0)).findSession('other')).toBe(null);
    expect(
      createMemory(createSession('a', 0), createSession('b', 119_999)).findSession('app'),
    ).toBe('a');
    expect(
      createMemory(createSession('a', 0), createSession('b', 120_000)).findSession('app'),
    ).toBe('b');
  });

  it('shows whether the session of a request was returned at or after a given time', () => {
    const memory = createMemory({ body: { sessionJwt: 'a' }, at: 1000 });
    const usesSince = (token: string, earliest: number) => {
      const { request } = createResponse({
        request: { headers: { authorization: `Bearer ${token}` } },
      });
      return memory.usesSessionReturnedSince(request, earliest);
    };
    expect([usesSince('a', 1000), usesSince('a', 1001), usesSince('b', -1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('does not include requests without an operation', () => {
    const memory = new Memory();
    memory.record(createResponse({ body: { challenge: 'a' } }), 0);
    expect(memory.challenges).toEqual([]);
  });
});

describe('§7 a rejection', () => {
  it.each([
    [{ code: 'invalidRequest', message: 'no' }, '400 invalidRequest'],
    [{ type: 'about:blank', title: 'Bad', detail: 'no' }, '400 about:blank Bad'],
    [{ error: 'invalid' }, '400 invalid'],
    [{ error: { code: 'invalidRequest', title: 'Bad' }, code: 'other' }, '400 invalidRequest Bad'],
    [{ code: 7 }, '400 7'],
    [{ code: { nested: 7 } }, '400'],
    ['no', '400'],
    [undefined, '400'],
  ])('with body %j is identified by its status and error code', (body, text) => {
    expect(describeRefusal(createResponse({ status: 400, body }))).toBe(text);
  });
});

describe('§2.3 the challenge phrase', () => {
  it.each([
    [['Sign abc', 'Sign abd', 'Sign ab'], 'Sign ab'],
    [['Sign a', 'Sign b'], 'Sign '],
    [['abc', 'xyz'], ''],
    [['abc'], 'abc'],
    [['', 'abc'], ''],
    [[], ''],
    // Two characters with the same first UTF-16 code unit.
    [['a\u{1F600}', 'a\u{1F601}'], 'a'],
    [['a\u{1F600}b', 'a\u{1F600}c'], 'a\u{1F600}'],
  ])('of the challenges %j is %j', (challenges, phrase) =>
    expect(findCommonPrefix(challenges)).toBe(phrase),
  );
});

describe('an unknown id of the same format', () => {
  const uuid = 'abcdefab-cdef-4bcd-8fab-cdefabcdefab';

  it.each([
    // In a UUID, only the twelve digits before the version digit are replaced.
    ['01234567-89AB-4DEF-8123-456789abcdef', 'abcdefab-cdef-4DEF-8123-456789abcdef'],
    ['otp_0123456789ab4def8123456789abcdef', 'otp_abcdefabcdef4def8123456789abcdef'],
    // The digit at index n of the id becomes digit n of the UUID as a decimal number: 228367269…
    ['123', '228'],
    ['rec_1-2', 'rec_6-2'],
    // A UUID without hyphens, too.
    ['0123456789ab7def8123456789abcdef', 'abcdefabcdef7def8123456789abcdef'],
    // If this changes no digit, the last letter or digit changes.
    ['2', '0'],
    ['rec_abc', 'rec_aba'],
    ['rec_cba-', 'rec_cbb-'],
  ])('replaces %s with %s', (id, unusedId) => expect(deriveUnusedId(id, uuid)).toBe(unusedId));
});

describe('§7.2 personal information of a user with F0000', () => {
  const account = { flags: [{ code: 'F0000', category: null }] };
  // The value of `flags.withhold`: the flags that withhold personal information.
  const SHOWN = { value: [] };
  const WITHHELD = { value: ['F0000'] };

  it.each([
    [{ person: { mobile: '+12025550143' } }, SHOWN],
    [{ person: { mobile: '+1 202-555-0143' } }, SHOWN],
    [{ person: { mobile: '' } }, WITHHELD],
    [{ person: null }, WITHHELD],
    [{}, WITHHELD],
    [{ person: { name: 'Rita' } }, { observation: expect.stringContaining('neither phone') }],
  ])('in %j is detected as %j', (user, finding) => {
    const users = [createUser(user, { account, phoneNumber: '+12025550143' })];
    expect(detectWithholding(users, 'person')).toMatchObject(finding);
  });
});

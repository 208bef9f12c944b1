/** Detection from responses, without the requests. */
import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../conformance/discovery/duration-text.ts';
import { normalizeWindow } from '../../../conformance/discovery/limits.ts';
import {
  inferEmailTemplate,
  inferPhoneTemplate,
} from '../../../conformance/discovery/mask-templates.ts';
import { Memory } from '../../../conformance/discovery/memory.ts';
import { describeRefusal } from '../../../conformance/discovery/rejection-key.ts';
import { findCommonStart } from '../../../conformance/discovery/challenge.ts';
import { deriveUnusedId } from '../../../conformance/discovery/otp-request.ts';
import { isDialectName } from '../../../conformance/discovery/user-envelope.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import { createResponse } from '../create-response.ts';

describe('an ISO 8601 duration', () => {
  it.each([
    [1, 'PT1S'],
    [90, 'PT1M30S'],
    [3600, 'PT1H'],
    [3661, 'PT1H1M1S'],
    [86_400, 'P1D'],
    [90_000, 'P1DT1H'],
    [172_801, 'P2DT1S'],
  ])('for %i seconds is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('§8 the window of a rate limit', () => {
  it.each([
    [3600.4, 3600],
    [3598.7, 3600],
    [3570, 3570],
    [59.2, 60],
    [11.4, 10],
    [13.4, 13],
    [7.2, 7],
    [0.2, 1],
    [86_380, 86_400],
    [172_700, 172_800],
  ])('measured as %d seconds is rounded to %d', (seconds, set) =>
    expect(normalizeWindow(seconds)).toBe(set),
  );
});

describe('§2.5 the phone mask template', () => {
  const masks = (...pairs: [string, string][]) =>
    inferPhoneTemplate(pairs.map(([of, mask]) => ({ of, mask })));

  it('contains a placeholder for the last four digits', () => {
    expect(masks(['+12025550143', '******0143'])).toBe('******{last4}');
    expect(masks(['+12025550143', '0143 (end)'])).toBe('{last4} (end)');
    expect(masks(['+12025550143', '+1 0143'], ['+12025550199', '+1 0199'])).toBe('+1 {last4}');
  });

  it('is unknown if a mask has other digits and all numbers end alike', () => {
    expect(masks(['+12025550143', '+1 0143'])).toBe(null);
    expect(masks(['+12025550143', '+1 0143'], ['+12125550143', '+1 0143'])).toBe(null);
  });

  it('is null if the masks differ, show no digits of the number, or contain braces', () => {
    expect(masks()).toBe(null);
    expect(masks(['+12025550143', '******0144'])).toBe(null);
    expect(masks(['+12025550143', '**0143'], ['+12025550199', '***0199'])).toBe(null);
    expect(masks(['+12025550143', '{0143}'])).toBe(null);
    expect(masks(['+12025550143', `${'*'.repeat(93)}0143`])).toHaveLength(100);
    expect(masks(['+12025550143', `${'*'.repeat(94)}0143`])).toBe(null);
  });
});

describe('§2.6 the email mask template', () => {
  const masks = (...pairs: [string, string][]) =>
    inferEmailTemplate(pairs.map(([of, mask]) => ({ of, mask })));

  it('contains placeholders for the first letter and the domain if all masks show them', () => {
    expect(masks(['rita@a.test', 'r***@a.test'], ['otto@b.test', 'o***@b.test'])).toBe(
      '{first}***@{domain}',
    );
    expect(masks(['rita@a.test', '***@a.test'], ['otto@b.test', '***@b.test'])).toBe(
      '***@{domain}',
    );
    expect(masks(['rita@a.test', 'hidden'], ['otto@b.test', 'hidden'])).toBe('hidden');
  });

  it('is ambiguous if all addresses are alike', () => {
    expect(masks(['rita@a.test', 'r***@a.x'], ['rosa@a.test', 'r***@a.x'])).toBe(null);
    expect(masks(['rita@a.test', 'hidden'], ['otto@a.test', 'hidden'])).toBe(null);
    expect(masks(['rita@a.test', 'hidden'], ['rosa@b.test', 'hidden'])).toBe(null);
    expect(masks(['rita@a.test', '***'])).toBe('***');
  });

  it('is null if there is no mask or one differs', () => {
    expect(masks()).toBe(null);
    expect(masks(['rita@a.test', ''])).toBe(null);
    expect(masks(['rita@a.test', '{r}***'])).toBe(null);
    expect(masks(['rita@a.test', 'r*@a.test'], ['otto@b.test', 'o**@b.test'])).toBe(null);
  });
});

describe('accepted requests', () => {
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

  it('are recorded once per status, with and without a bearer token', () => {
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

  it('contain a limited number of challenges, each once', () => {
    const challenges = Array.from({ length: 520 }, (_, index) => `challenge ${index}`);
    const bodies = ['challenge 0', ...challenges].map((challenge) => ({ body: { challenge } }));
    expect(createMemory(...bodies).challenges).toEqual(challenges.slice(0, 512));
  });

  it('contain the latest session', () => {
    const session = (sessionJwt: string, at: number) => ({ body: { sessionJwt }, at });
    expect(createMemory().findSession('app')).toBe(null);
    expect(createMemory(session('a', 0)).findSession('other')).toBe(null);
    expect(createMemory(session('a', 0), session('b', 119_999)).findSession('app')).toBe('a');
    expect(createMemory(session('a', 0), session('b', 120_000)).findSession('app')).toBe('b');
  });

  it('do not include requests that are not an operation', () => {
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
    [{ code: 7 }, '400'],
    ['no', '400'],
    [undefined, '400'],
  ])('with body %j is identified by its status and error code', (body, words) => {
    expect(describeRefusal(createResponse({ status: 400, body }))).toBe(words);
  });
});

describe('a field name', () => {
  it.each(['user', '_user', 'userData2', 'u'.repeat(64)])('can be %s', (name) => {
    expect(isDialectName(name)).toBe(true);
  });

  it.each(['', '2user', '-user', 'user-data', 'a user', 'none', '__proto__', 'u'.repeat(65)])(
    'cannot be %j',
    (name) => {
      expect(isDialectName(name)).toBe(false);
    },
  );
});

describe('§2.3 the challenge phrase', () => {
  it.each([
    [['Sign abc', 'Sign abd', 'Sign ab'], 'Sign ab'],
    [['Sign a', 'Sign b'], 'Sign '],
    [['abc', 'xyz'], ''],
    [['abc'], 'abc'],
    [['', 'abc'], ''],
    [[], ''],
    // Two characters of which the first half is the same.
    [['a\u{1F600}', 'a\u{1F601}'], 'a'],
    [['a\u{1F600}b', 'a\u{1F600}c'], 'a\u{1F600}'],
  ])('of the challenges %j is %j', (challenges, phrase) =>
    expect(findCommonStart(challenges)).toBe(phrase),
  );
});

describe('an unknown id of the same format', () => {
  const uuid = 'abcdefab-cdef-4bcd-8fab-cdefabcdefab';

  it.each([
    // The version digit of a UUID is preserved.
    ['01234567-89AB-4DEF-8123-456789abcdef', 'abcdefab-cdef-4DEF-8123-456789abcdef'],
    ['otp_0123456789ab4def8123456789abcdef', 'otp_abcdefabcdef4def8123456789abcdef'],
    // The digits of the other one as a number: 228367269…
    ['123', '228'],
    ['rec_1-2', 'rec_6-2'],
    ['abc', 'abc'],
  ])('replaces %s with %s', (id, other) => expect(deriveUnusedId(id, uuid)).toBe(other));
});

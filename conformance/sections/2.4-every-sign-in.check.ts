import { toFields, findText, findUserMask } from '../responses/fields.ts';
import { readClaims } from '../responses/session-token.ts';
import { parseTimestamp } from '../responses/timestamp.ts';
import type { Attempt } from '../attempt.ts';
import { findMaskProblem } from '../../src/judge/phone-mask.ts';
import { check, section } from '../define-check.ts';
import { NotTested, createInapplicable, createSettingError } from '../check-errors.ts';
import { listNumbersByUser } from '../observations/code-sign-ins.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { MAX_SKEW } from './2.4-authentication-result.check.ts';

// These checks send no requests; they inspect the sign-ins of the run.
export const everySignIn = section('2.4', 'Every authentication result', [
  check({
    requirement: '2.4.userMask.createTime',
    part: 'every-sign-in-of-a-user',
    title: 'returns the same createTime for a user in every userMask',
    phase: 'final',
    run(t) {
      interface SignInTime {
        readonly time: number;
        readonly response: HttpResponse;
        /** In milliseconds. */
        readonly maxDifferenceToNext: number;
      }
      const lastByUser = new Map<string, SignInTime>();
      for (const response of listWalletSignIns(t)) {
        const userMask = findUserMask(response.body);
        const [id, time] = [findText(userMask, 'id'), parseTimestamp(userMask?.['createTime'])];
        if (id === null || time === null) continue;
        const earlier = lastByUser.get(id);
        // The time in the first response may differ from the stored time: by another clock, or by rounding.
        const maxDifferenceToNext = earlier === undefined ? MAX_SKEW : 1;
        lastByUser.set(id, { time, response, maxDifferenceToNext });
        if (earlier === undefined) continue;
        t.assert(
          Math.abs(time - earlier.time) <= earlier.maxDifferenceToNext,
          'expected one createTime per user, got two',
          earlier.response,
          response,
        );
      }
      // A check without an assertion would count as an internal error.
      t.assert(true, '');
    },
  }),
  check({
    requirement: '2.4.userMask.createTime',
    part: 'in-utc',
    title: 'returns createTime and updateTime of a new user in UTC, not in local time',
    phase: 'final',
    run(t) {
      const firstByWallet = new Map(
        // In reverse order, so that the first sign-in of a wallet replaces its later sign-ins.
        listSignInsOfNewWallets(t)
          .toReversed()
          .map((response) => [getWalletAddress(response), response]),
      );
      for (const response of firstByWallet.values()) {
        for (const name of ['createTime', 'updateTime']) {
          const offset = computeZoneOffset(response, name);
          t.assert(
            offset === null,
            `expected the ${name} in UTC, got a time that differs by ${offset} minutes from the present`,
            response,
          );
        }
      }
      if (firstByWallet.size === 0) throw createInapplicable('no user was created in the run');
    },
  }),
  check({
    requirement: '2.4.sessionJwt.jwt',
    part: 'every-expiry',
    title: 'never returns a sessionJwt that expires before it is issued',
    phase: 'final',
    run(t) {
      let isInspected = false;
      for (const response of listWalletSignIns(t)) {
        const { exp, iat } = readClaims(findText(response.body, 'sessionJwt') ?? '') ?? {};
        if (typeof exp !== 'number' || typeof iat !== 'number') continue;
        t.assert(
          exp > iat,
          `expected the claim exp to be later than iat (${iat}), got ${exp}`,
          response,
        );
        isInspected = true;
      }
      if (!isInspected)
        throw new NotTested('needs a sessionJwt with the claims exp and iat', 'dialect');
    },
  }),
  check({
    requirement: '2.4.userMask.phoneMask',
    part: 'without-a-number',
    title: 'never returns digits of a phone number to a new wallet user, who has no number',
    phase: 'final',
    run(t) {
      const numbers = t.ctx.responses.flatMap(
        ({ request }) => findText(request.body, 'phoneNumber') ?? [],
      );
      const lastDigits = new Set(numbers.flatMap((number) => LAST_FOUR_DIGITS.exec(number) ?? []));
      const signIns = listSignInsWithoutNumber(t);
      if (signIns.length === 0) throw createInapplicable('no user was created in the run');
      for (const response of signIns) {
        const mask = findText(findUserMask(response.body), 'phoneMask') ?? '';
        t.assertNever(
          lastDigits.has(mask.slice(-4)),
          `unexpected phoneMask ${mask} for a user without a phone number`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '2.4.userMask.phoneMask',
    part: 'own-number',
    title: 'never returns the phoneMask of another number',
    phase: 'final',
    run(t) {
      const numbers = listNumbersByUser(t.ctx);
      const declaredNumbers = new Set(
        t.ctx.identities.listAccounts().flatMap(({ phoneNumber }) => phoneNumber ?? []),
      );
      const masks = t.ctx.responses.flatMap((response) => {
        const userMask = response.accepted ? findUserMask(response.body) : null;
        const number = numbers.get(findText(userMask, 'id') ?? '');
        const mask = findText(userMask, 'phoneMask') ?? '';
        // Without four digits, a mask is judged here only if its number is declared, otherwise by another check.
        const isJudgedHere =
          LAST_FOUR_DIGITS.test(mask) || (mask !== '' && declaredNumbers.has(number ?? ''));
        return number === undefined || !isJudgedHere ? [] : [{ response, mask, number }];
      });
      if (masks.length === 0) throw new NotTested('needs a user with a phone number', 'contract');
      for (const { response, mask, number } of masks) {
        t.assertNever(
          findMaskProblem(mask, number) === 'wrong last four digits',
          `unexpected phoneMask ${mask} for a user with ${number}`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '2.4.userMask.phoneMask',
    part: 'of-an-account',
    title: 'returns the phoneMask of an account again in every later userMask',
    phase: 'final',
    run(t) {
      let isInspected = false;
      for (const [user, number] of listNumbersByUser(t.ctx)) {
        if (!t.ctx.identities.belongsToAccount(number)) continue;
        const signIns = t.ctx.responses.filter(
          (response) => response.accepted && findUserId(response) === user,
        );
        const first = signIns.findIndex(
          ({ body }) => findMaskProblem(findUserMask(body)?.['phoneMask'], number) === null,
        );
        if (first === -1) continue;
        isInspected = true;
        for (const response of signIns.slice(first)) {
          t.assert(
            (findText(findUserMask(response.body), 'phoneMask') ?? '') !== '',
            `expected the phoneMask of ${number}, as in an earlier sign-in of its user, got none`,
            ...signIns.slice(first, first + 1),
            response,
          );
        }
      }
      if (!isInspected) {
        t.ctx.ledger.requireSource('sms');
        if (!t.ctx.identities.listAccounts().some(({ phoneNumber }) => phoneNumber !== null))
          throw createSettingError('an account with phoneNumber, and privateKey or emailAddress');
        throw new NotTested('no sign-in returned the phoneMask of an account', 'contract');
      }
    },
  }),
]);

const LAST_FOUR_DIGITS = /\d{4}$/;

const MINUTE = 60_000;
/** Step of time zones, in minutes; offsets are multiples of it, up to 14 hours. */
const ZONE_STEP = 15;
const MAX_OFFSET = 14 * 60;
/** Tolerance in minutes: longer than a sign-in, shorter than a step of time zones. */
const TOLERANCE = 5;

/**
 * Returns the offset in minutes if a time looks like local time; null if the time is close to the time of the
 * sign-in, or if no time zone has this offset.
 */
function computeZoneOffset({ body, headers }: HttpResponse, name: string): number | null {
  const time = parseTimestamp(findUserMask(body)?.[name]);
  const issuedAt = readClaims(findText(body, 'sessionJwt') ?? '')?.['iat'];
  const now = typeof issuedAt === 'number' ? issuedAt * 1000 : Date.parse(headers['date'] ?? '');
  if (time === null || Number.isNaN(now)) return null;
  const offset = Math.round((time - now) / MINUTE);
  const steps = Math.round(offset / ZONE_STEP);
  const isZone = steps !== 0 && Math.abs(offset - steps * ZONE_STEP) <= TOLERANCE;
  return isZone && Math.abs(offset) <= MAX_OFFSET + TOLERANCE ? offset : null;
}

/** Returns the sign-ins of new wallets whose user cannot have a phone number (§5.7). */
function listSignInsWithoutNumber(t: Attempt): readonly HttpResponse[] {
  const smsResponses = t.ctx.responses.filter(({ request }) =>
    request.operation?.endsWith('SmsOtp'),
  );
  const bearerTokens = new Set(smsResponses.map(({ request }) => request.headers['authorization']));
  const usersWithNumber = new Set([
    ...smsResponses.map(findUserId),
    ...listWalletSignIns(t)
      .filter(({ body }) => bearerTokens.has(`Bearer ${findText(body, 'sessionJwt')}`))
      .map(findUserId),
  ]);
  return listSignInsOfNewWallets(t).filter(
    (response) => !usersWithNumber.has(findUserId(response)),
  );
}

/** Returns the sign-ins of wallets that were neither declared nor added to a user (§4.3). */
function listSignInsOfNewWallets(t: Attempt): readonly HttpResponse[] {
  const { identities, responses } = t.ctx;
  const adds = responses.filter(({ request }) => request.operation === 'addWalletToUser');
  const addedWallets = new Set(adds.map(getWalletAddress));
  return listWalletSignIns(t).filter((response) => {
    const wallet = getWalletAddress(response);
    return !addedWallets.has(wallet) && !identities.belongsToAccount(wallet);
  });
}

function getWalletAddress({ request }: HttpResponse): string {
  return findText(request.body, 'walletAddress') ?? '';
}

function findUserId({ body }: HttpResponse): string | null {
  return findText(findUserMask(body), 'id');
}

function listWalletSignIns({ ctx }: Attempt): readonly HttpResponse[] {
  const signIns = ctx.responses.filter(
    ({ accepted, request, body }) =>
      accepted && request.operation === 'authenticateWallet' && toFields(body) !== null,
  );
  if (signIns.length === 0) {
    throw new NotTested('no authenticateWallet request succeeded in this run', 'contract');
  }
  return signIns;
}

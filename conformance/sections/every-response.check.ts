/** Checks rules for every response of a run, without sending requests. */
import { hasEmptyBody, hasJsonContentType } from '../responses/json-response.ts';
import { fieldsOrNull, textIn, userMaskIn } from '../responses/fields.ts';
import { containsText, objectsOf } from '../responses/user-search.ts';
import { emptyObjectOf } from '../responses/wallet-responses.ts';
import type { OperationId } from '../../src/contract/words.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { check, checkEach, section, type Check } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import { otpOperations } from '../actors/app.ts';
import { allOperations } from '../actors/operations.ts';
import { userView, type UserView } from '../actors/user-view.ts';
import { onceInRun } from '../observations/once.ts';
import { violationsIn } from '../observations/judged-replies.ts';
import { otpWords } from '../observations/otp-pair.ts';
import { workingSecondApp } from '../observations/second-client.ts';
import type { Reply } from '../target/http-request.ts';
import { timeOf } from '../responses/timestamp.ts';
import { MAX_SKEW } from './2.4-authentication-result.check.ts';
import { kycStatuses } from './2.7-user-statuses.check.ts';

/** Rules that apply to every accepted response. */
const rules: readonly {
  readonly operation: OperationId;
  readonly requirements: readonly string[];
  readonly title: string;
  /** Keys of the dialect that the rules require. */
  readonly needs?: readonly string[];
}[] = [
  {
    operation: 'startWalletAuth',
    requirements: ['4.1.response.challenge', '2.3.challenge.string', '2.3.challenge.url-safe'],
    title: 'returns a challenge in every response to start',
  },
  {
    operation: 'authenticateWallet',
    requirements: [
      '4.2.response.sessionJwt',
      '4.2.response.userMask',
      '2.4.sessionJwt.jwt',
      '2.4.userMask.object',
      '2.4.userMask.id',
      '2.4.userMask.createTime',
      '2.4.userMask.updateTime',
      '2.4.userMask.phoneMask',
      '2.4.userMask.preferredMfaMethod',
    ],
    title: 'returns sessionJwt and userMask at every wallet sign-in',
  },
  {
    operation: 'getUser',
    requirements: ['2.7.kyc.status-values'],
    title: 'returns APPROVED, IN_REVIEW or DECLINED in every KYC status',
    needs: ['user.names.kyc'],
  },
  {
    operation: 'getUser',
    requirements: ['2.7.transaction.cryptoStatus-values'],
    title: 'returns PENDING, COMPLETE or FAILED in every crypto status',
    needs: ['user.names.transactions', 'user.names.cryptoStatus'],
  },
];

function judged(
  about: { requirement: string; operation: OperationId; title: string },
  needs: readonly string[],
): Check {
  return check({
    ...about,
    part: 'every-response',
    turn: 'last',
    run(t) {
      t.needsToKnow(...needs);
      for (const reply of accepted(t, about.operation)) {
        const found = violationsIn(reply, t.ctx).find(({ rule }) => rule === about.requirement);
        t.assert(found === undefined, `${found?.pointer} ${found?.message}`, reply);
      }
      t.observe('checked every response');
      return Promise.resolve();
    },
  });
}

/** Returns checks that every send returns the same fields. */
function sameFields(channel: OtpChannel): Check[] {
  const { recordId, mask } = otpWords[channel];
  const ids =
    channel === 'sms'
      ? ['2.5.phoneId.string', '2.5.phoneMask.last-four']
      : ['2.6.emailId.string', '2.6.emailMask.masked'];
  return [recordId, mask].map((name, index) => {
    const title = `returns ${name} as a string in every response to a send, or in none`;
    const about = { requirement: ids[index] ?? '', operation: otpOperations[channel].send, title };
    return check({
      ...about,
      part: 'every-response',
      turn: 'last',
      run(t) {
        t.needsToKnow(`otp.${channel}.sendReturns`);
        for (const reply of accepted(t, about.operation)) {
          const isText = (textIn(reply.body, name) ?? '') !== '';
          const isReturned = t.dialect.otp[channel].sendReturns === 'record';
          t.assert(isText || !isReturned, `expected ${name}, a string, got none`, reply);
        }
        t.observe('checked every response');
        return Promise.resolve();
      },
    });
  });
}

export const everyResponse = section('4', 'Every response', [
  rules.flatMap(({ operation, requirements, title, needs = [] }) =>
    requirements.map((requirement) => judged({ requirement, operation, title }, needs)),
  ),
  ...(['sms', 'email'] as const).map((channel) => [...sameFields(channel), ownRecords(channel)]),
  checkEach(allOperations, {
    requirement: '2.1.accept.json',
    title: 'returns every accepted response with a JSON content type',
    turn: 'last',
    run(t, operation) {
      for (const reply of acceptedWithAnyBody(t, operation)) {
        const isJson = hasJsonContentType(reply) || hasEmptyBody(reply);
        const type = reply.headers['content-type'] ?? 'none';
        t.assert(isJson, `expected Content-Type application/json, got ${type}`, reply);
      }
      return Promise.resolve();
    },
  }).map((each): Check => ({ ...each, part: `${each.part ?? ''}/every-response` })),
  check({
    requirement: '4.3.response.empty',
    operation: 'addWalletToUser',
    part: 'every-response',
    title: 'returns an empty object in every response to addToUser',
    turn: 'last',
    run(t) {
      // The judge accepts additional fields.
      for (const reply of accepted(t, 'addWalletToUser')) emptyObjectOf(t, reply);
      return Promise.resolve();
    },
  }),
  check({
    requirement: '4.3.response.empty',
    operation: 'addWalletToUser',
    part: 'second-client',
    title: 'returns an empty object to addToUser by a second client',
    async run(t) {
      const app = await workingSecondApp(t, null);
      emptyObjectOf(t, await t.flows.accepted(await t.flows.valid('addWalletToUser', app)));
    },
  }),
  check({
    requirement: '2.7.kyc.status-values',
    operation: 'getUser',
    part: 'new-user',
    title: 'returns no KYC status, or APPROVED, IN_REVIEW or DECLINED, for a new user',
    async run(t) {
      t.needsToKnow('user.names.kyc');
      const { kycStatus, reply } = await newUser(t, 'new');
      t.assert(
        kycStatus === null || kycStatuses.includes(kycStatus),
        `expected no status or APPROVED, IN_REVIEW or DECLINED, got ${String(kycStatus)}`,
        reply,
      );
    },
  }),
  check({
    requirement: '7.3.transactions.readable',
    operation: 'getUser',
    part: 'new-user',
    title: 'returns no transactions for a new user',
    async run(t) {
      t.needsToKnow('user.names.transactions');
      const { transactions, reply } = await newUser(t, 'new');
      t.assert(
        (transactions ?? []).length === 0,
        'expected no transactions of a new user, got some',
        reply,
      );
    },
  }),
  check({
    requirement: '4.8.call.reads',
    operation: 'getUser',
    part: 'shared-caches',
    title: 'returns no user read that shared caches may store (RFC 9111, section 3.5)',
    turn: 'last',
    run(t) {
      for (const reply of accepted(t, 'getUser')) {
        const { 'cache-control': caching = '', vary = '' } = reply.headers;
        t.assert(
          !FOR_SHARED_CACHES.test(caching) || /authorization|\*/i.test(vary),
          `expected a user read that is not for shared caches, got Cache-Control ${caching}`,
          reply,
        );
      }
      return Promise.resolve();
    },
  }),
  check({
    requirement: '2.4.userMask.createTime',
    operation: 'getUser',
    part: 'user-read',
    title: 'returns the createTime of the userMask in a user read that shows one',
    turn: 'last',
    run(t) {
      const signIns = signInsBySession(t.ctx.replies);
      let isShown = false;
      for (const reply of accepted(t, 'getUser')) {
        const signIn = signIns.get(reply.request.headers['authorization'] ?? '');
        const shown = timeOf(userView(reply, t.dialect).object?.['createTime']);
        const created = timeOf(userMaskIn(signIn?.body)?.['createTime']);
        if (signIn === undefined || !isPlain(reply) || shown === null || created === null) continue;
        t.assert(
          Math.abs(shown - created) <= MAX_SKEW,
          'expected the createTime of the userMask in the user read, got another one',
          signIn,
          reply,
        );
        isShown = true;
      }
      if (!isShown) throw new NotTested('needs a user read with createTime', 'dialect');
      return Promise.resolve();
    },
  }),
  ...(['sms', 'email'] as const).map((channel) =>
    check({
      requirement: channel === 'sms' ? '2.4.userMask.phoneMask' : '2.6.emailMask.masked',
      part: 'every-mask',
      title: `returns no whole ${otpWords[channel].destination} in any ${otpWords[channel].mask}`,
      turn: 'last',
      run(t) {
        const whole = t.ctx.replies.find(({ body }) =>
          objectsOf(body).some(({ fields }) =>
            t.ctx.identities.isUsed(textIn(fields, otpWords[channel].mask) ?? ''),
          ),
        );
        t.assertNever(
          whole !== undefined,
          `expected a mask in ${otpWords[channel].mask}, got the whole ${otpWords[channel].destination}`,
          ...(whole === undefined ? [] : [whole]),
        );
        return Promise.resolve();
      },
    }),
  ),
  check({
    requirement: '4.8.call.reads',
    operation: 'getUser',
    part: 'every-id',
    title: 'returns the id of the signed-in user wherever a user read shows an id',
    turn: 'last',
    async run(t) {
      t.needsToKnow('user.identifiedBy');
      if (t.dialect.user.identifiedBy !== 'bearerSession') {
        throw new NotTested('needs a user read by session', 'dialect');
      }
      const { app } = t.flows;
      const reads = [app, t.ctx.secondApp ?? app].map(async (client) =>
        t.flows.read(await t.flows.session(undefined, client)),
      );
      await Promise.all(reads);
      const signIns = signInsBySession(t.ctx.replies);
      const found = accepted(t, 'getUser').flatMap((reply) => {
        const signIn = signIns.get(reply.request.headers['authorization'] ?? '');
        const id = textIn(userMaskIn(signIn?.body), 'id');
        return id === null || !isPlain(reply) ? [] : [{ reply, shows: containsText(reply, id) }];
      });
      const shown = found.find(({ shows }) => shows);
      const other = found.find(({ shows }) => !shows);
      const id = textIn(other === undefined ? null : userView(other.reply, t.dialect).object, 'id');
      t.assertNever(
        id !== null && LIKE_UUID.test(id),
        `expected the id of the userMask in the user read, got ${id}`,
        ...(other === undefined ? [] : [other.reply]),
      );
      if (shown === undefined) throw new NotTested('needs a user read that shows an id', 'dialect');
      t.assert(
        other === undefined,
        'expected the id of the userMask, got a user read without it',
        shown.reply,
        ...(other === undefined ? [] : [other.reply]),
      );
    },
  }),
]);

/** Matches a text that looks like a UUID (§2.4). */
const LIKE_UUID = /^[\da-f-]{32,40}$/i;

const FOR_SHARED_CACHES = /(?<![\w-])(?:public|s-maxage)(?![\w-])/i;

const newUser = onceInRun<'new', UserView>(async (t) => {
  if (!t.flows.unknownIdentitiesSignUp)
    throw new NotTested('needs a deployment that creates users for new wallets', 'dialect');
  return t.flows.read(await t.flows.session());
});

/** Returns the check that each record belongs to one number or address. */
function ownRecords(channel: OtpChannel): Check {
  const { recordId, destination } = otpWords[channel];
  const requirement = channel === 'sms' ? '2.5.phoneId.string' : '2.6.emailId.string';
  const operation = otpOperations[channel].send;
  const title = `never returns the same ${recordId} for two destinations`;
  return check({
    requirement,
    operation,
    part: 'own-record',
    title,
    turn: 'last',
    run(t) {
      const first = new Map<string, { of: string; reply: Reply }>();
      for (const reply of accepted(t, operation)) {
        const id = textIn(reply.body, recordId);
        const of = textIn(reply.request.body, destination)
          ?.toLowerCase()
          .replaceAll(/[\s().-]/g, '');
        if (id === null || of === undefined) continue;
        const before = first.get(id) ?? { of, reply };
        first.set(id, before);
        t.assertNever(
          before.of !== of,
          `expected a ${recordId} per destination, got the same one for two`,
          before.reply,
          reply,
        );
      }
      if (first.size < 2) throw new NotTested(`needs two responses with ${recordId}`, 'dialect');
      t.observe(`${first.size} records`);
      return Promise.resolve();
    },
  });
}

function acceptedWithAnyBody({ ctx }: Attempt, operation: OperationId): readonly Reply[] {
  const found = ctx.replies.filter(
    ({ accepted, request }) =>
      accepted &&
      request.operation === operation &&
      request.headers['accept'] === 'application/json',
  );
  if (found.length === 0) throw new NotTested(`needs an accepted ${operation}`, 'contract');
  return found;
}

function accepted(t: Attempt, operation: OperationId): readonly Reply[] {
  const found = acceptedWithAnyBody(t, operation).filter(({ body }) => body !== undefined);
  if (found.length === 0) throw new NotTested(`needs a JSON response to ${operation}`, 'contract');
  return found;
}

/** Returns the sign-in of each session, by Authorization header. */
function signInsBySession(replies: readonly Reply[]): ReadonlyMap<string, Reply> {
  return new Map(
    replies.flatMap((reply): [string, Reply][] => {
      const session = textIn(reply.body, 'sessionJwt');
      return reply.accepted && session !== null ? [[`Bearer ${session}`, reply]] : [];
    }),
  );
}

/** Returns whether an accepted read identifies its user only by the session. */
function isPlain({ request, body }: Reply): boolean {
  return (
    request.body === undefined &&
    Object.keys(request.query).length === 0 &&
    fieldsOrNull(body) !== null
  );
}

/** Checks rules for every response of a run. Most checks send no requests; two send addToUser. */
import { hasEmptyBody, hasJsonContentType } from '../responses/json-response.ts';
import { findText } from '../responses/fields.ts';
import { listObjects } from '../responses/user-search.ts';
import { assertEmptyObject } from '../responses/wallet-responses.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { check, checkEach, section, type Check } from '../define-check.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import { allOperations, otpNames, otpOperations, channels } from '../actors/operations.ts';
import { listAcceptedJson, listAcceptedResponses } from '../observations/accepted-responses.ts';
import { getSecondApp } from '../observations/second-client.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { getCompiledContract } from '../../src/contract/validators.ts';
import { judgeResponse } from '../../src/judge/judge.ts';
import { Memory } from '../../src/judge/memory.ts';
import { isInterfaceViolation, type Violation } from '../../src/judge/violation.ts';
import type { RunContext } from '../run-context.ts';

const rules: readonly {
  readonly operation: OperationId;
  readonly requirements: readonly string[];
  readonly title: string;
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
    ],
    title: 'returns sessionJwt and userMask at every wallet sign-in',
  },
  ...['id', 'createTime', 'updateTime', 'phoneMask', 'preferredMfaMethod'].map((field) => ({
    operation: 'authenticateWallet' as const,
    requirements: [`2.4.userMask.${field}`],
    title: `returns a valid ${field} at every wallet sign-in`,
  })),
  {
    operation: 'getUser',
    requirements: ['2.7.kyc.status-values'],
    title: 'returns APPROVED, IN_REVIEW or DECLINED as every KYC status',
    needs: ['user.names.kyc'],
  },
  {
    operation: 'getUser',
    requirements: ['2.7.transaction.cryptoStatus-values'],
    title: 'returns PENDING, COMPLETE or FAILED as every crypto status',
    needs: ['user.names.transactions', 'user.names.cryptoStatus'],
  },
];

function createJudgedCheck(
  attributes: { requirement: string; operation: OperationId; title: string },
  needs: readonly string[],
): Check {
  return check({
    ...attributes,
    part: 'every-response',
    phase: 'final',
    run(t) {
      t.requireKnown(...needs);
      const responses = listAcceptedJson(t, attributes.operation);
      const violations = responses.flatMap((response) => {
        const found = findViolations(response, t.ctx).find(
          ({ rule }) => rule === attributes.requirement,
        );
        return found === undefined ? [] : [{ ...found, response }];
      });
      const [first] = violations;
      t.assert(
        first === undefined,
        `${first?.pointer} ${first?.message}, in ${violations.length} of ${responses.length} responses`,
        first?.response ?? responses.at(-1),
      );
      t.observe('checked every response');
    },
  });
}

/** Returns checks that one operation, send or authenticate, returns each field of the record in all its responses. */
function createSameFieldsChecks(channel: OtpChannel): Check[] {
  const { recordId, mask } = otpNames[channel];
  const { send, authenticate } = otpOperations[channel];
  const requirements: Readonly<Record<string, string>> =
    channel === 'sms'
      ? { [recordId]: '2.5.phoneId.string', [mask]: '2.5.phoneMask.last-four' }
      : { [recordId]: '2.6.emailId.string', [mask]: '2.6.emailMask.masked' };
  return Object.entries(requirements).map(([name, requirement]) =>
    check({
      requirement,
      operation: send,
      part: 'every-response',
      title: `returns ${name} as a string in all responses of the operation that returns it`,
      phase: 'final',
      run(t) {
        t.requireKnown(`otp.${channel}.sendReturns`);
        const isText = ({ body }: HttpResponse) => (findText(body, name) ?? '') !== '';
        const sends = listAcceptedJson(t, send);
        const isReturnedBySend =
          t.dialect.otp[channel].sendReturns === 'record' || sends.some(isText);
        const judged = isReturnedBySend ? send : authenticate;
        const responses = isReturnedBySend ? sends : listAcceptedJson(t, judged);
        const responseWithField = responses.find(isText);
        const isReturned = isReturnedBySend || responseWithField !== undefined;
        for (const response of responses) {
          t.assert(
            isText(response) || !isReturned,
            `expected ${name}, a string, in every response to ${judged}, got none in one`,
            responseWithField,
            response,
          );
        }
        t.observe('checked every response');
      },
    }),
  );
}

export const everyResponse = section('4', 'Every response', [
  rules.flatMap(({ operation, requirements, title, needs = [] }) =>
    requirements.map((requirement) => createJudgedCheck({ requirement, operation, title }, needs)),
  ),
  ...channels.map((channel) => [
    ...createSameFieldsChecks(channel),
    createOwnRecordsCheck(channel),
  ]),
  checkEach(allOperations, {
    requirement: '2.1.accept.json',
    suffix: '/every-response',
    title: 'returns every accepted response with a JSON content type',
    phase: 'final',
    run(t, operation) {
      for (const response of listAcceptedResponses(t, operation)) {
        const isJson = hasJsonContentType(response) || hasEmptyBody(response);
        const type = response.headers['content-type'] ?? 'none';
        t.assert(isJson, `expected Content-Type application/json, got ${type}`, response);
      }
    },
  }),
  check({
    requirement: '4.3.response.empty',
    part: 'every-response',
    title: 'returns an empty object in every response to addToUser',
    phase: 'final',
    run(t) {
      // The contract allows additional fields in a response, so createJudgedCheck cannot check this rule.
      for (const response of listAcceptedJson(t, 'addWalletToUser')) assertEmptyObject(t, response);
    },
  }),
  check({
    requirement: '4.3.response.empty',
    part: 'own-wallet',
    title: 'returns an empty object to addToUser for a wallet that the user already has',
    async run(t) {
      await t.ctx.requireWorking('addWalletToUser');
      const user = await t.signInWithSession();
      if (user.wallet === null) throw new NotTested('needs a sign-in by wallet', 'contract');
      const request = t.createAddRequest(user, t.getFields(user.wallet));
      const response = await t.sendToService(request);
      if (!response.accepted)
        throw createInapplicable('the deployment rejects a wallet that the user already has');
      assertEmptyObject(t, response);
    },
  }),
  check({
    requirement: '4.3.response.empty',
    part: 'second-client',
    title: 'returns an empty object to addToUser by a second client',
    async run(t) {
      const app = await getSecondApp(t);
      assertEmptyObject(
        t,
        await t.sendAccepted(await t.createValidRequest('addWalletToUser', app)),
      );
    },
  }),
  ...channels.map((channel) =>
    check({
      requirement: channel === 'sms' ? '2.4.userMask.phoneMask' : '2.6.emailMask.masked',
      operation: null,
      part: 'every-mask',
      title: `returns no whole ${otpNames[channel].destination} in any ${otpNames[channel].mask}`,
      phase: 'final',
      run(t) {
        const { destination, mask } = otpNames[channel];
        const masks = t.ctx.responses.flatMap((response) =>
          listObjects(response.body).flatMap(({ fields }) => {
            const text = findText(fields, mask);
            return text === null ? [] : [{ text, response }];
          }),
        );
        if (masks.length === 0) throw new NotTested(`no response has a ${mask}`, 'contract');
        const unmasked = masks.find(({ text }) => t.ctx.identities.isKnownDestination(text));
        t.assertNever(
          unmasked !== undefined,
          `expected a mask in ${mask}, got the whole ${destination}`,
          unmasked?.response,
        );
      },
    }),
  ),
]);

/** Returns the check that each record belongs to one number or address. */
function createOwnRecordsCheck(channel: OtpChannel): Check {
  const { recordId, destination } = otpNames[channel];
  const requirement = channel === 'sms' ? '2.5.phoneId.string' : '2.6.emailId.string';
  const operation = otpOperations[channel].send;
  const title = `never returns the same ${recordId} for two destinations`;
  return check({
    requirement,
    operation,
    part: 'own-record',
    title,
    phase: 'final',
    run(t) {
      const firstById = new Map<string, { address: string; response: HttpResponse }>();
      for (const response of listAcceptedJson(t, operation)) {
        const id = findText(response.body, recordId);
        const address = findText(response.request.body, destination)
          ?.toLowerCase()
          .replaceAll(/[\s().-]/g, '');
        if (id === null || address === undefined) continue;
        const earlier = firstById.get(id) ?? { address, response };
        firstById.set(id, earlier);
        t.assertNever(
          earlier.address !== address,
          `expected a ${recordId} per destination, got one ${recordId} for two destinations`,
          earlier.response,
          response,
        );
      }
      if (firstById.size < 2)
        throw new NotTested(`needs two responses with ${recordId}`, 'dialect');
      t.observe(`compared ${firstById.size} records`);
    },
  });
}

const violationsByResponse = new WeakMap<HttpResponse, readonly Violation[]>();

/** Returns the violations of the interface in a response; the request is not judged. */
function findViolations(response: HttpResponse, { knowledge }: RunContext): readonly Violation[] {
  const cached = violationsByResponse.get(response);
  if (cached !== undefined) return cached;
  const { request, status, body } = response;
  const violations = judgeResponse(
    {
      contract: getCompiledContract(knowledge.dialect),
      operationId: request.operation ?? undefined,
      method: request.method,
      url: request.path,
      headers: request.headers,
      body: request.body,
      status,
      responseBody: body,
    },
    { memory: new Memory((text) => text), requestViolations: [] },
  ).filter(isInterfaceViolation);
  violationsByResponse.set(response, violations);
  return violations;
}

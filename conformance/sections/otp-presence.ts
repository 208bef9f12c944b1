/**
 * Checks an OTP authenticate operation for which no valid body could be detected (§4.5, §4.7): compares
 * its responses to invalid requests with the responses of the send operation.
 */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { nullIfNotTested } from '../check-errors.ts';
import {
  type HttpRequest,
  type HttpResponse,
  withHeader,
  withoutHeader,
  withRaw,
} from '../target/http-request.ts';
import { otpOperations, channels } from '../actors/operations.ts';
import { withoutCredentials } from '../actors/valid-requests.ts';

/** Examines an operation without a known valid request, and asserts the result. */
export type Probe = (t: Attempt, operation: OperationId) => Promise<void>;

type Malformation = (request: HttpRequest) => HttpRequest;

const METHOD_NOT_ALLOWED = 405;
const UNSUPPORTED_MEDIA_TYPE = 415;

const keepUnchanged: Malformation = (request) => request;
const makeUnreadable: Malformation = (request) => withRaw(request, '{"');
const replaceWithList: Malformation = (request) => ({ ...request, body: [] });

/** Asserts that the operation does not respond like an unknown path. */
export const assertExists: Probe = createProbe(async (t, channel) => {
  const { path } = createBareRequests(t, channel).authenticate;
  const comparisons = await compareAtPath(t, channel, path);
  t.assert(
    !comparisons.every(isMissing),
    `POST ${path} returns the response of an unknown path`,
    ...comparisons.map(({ unknownPathResponse }) => unknownPathResponse),
    ...comparisons.map(({ authenticateResponse }) => authenticateResponse),
  );
});

/** Asserts that an operation that does not exist under /v1 does not exist without /v1 or under /v2 either (§9). */
export const assertPathUnderV1: Probe = createProbe(async (t, channel) => {
  const { path } = createBareRequests(t, channel).authenticate;
  const comparisons = await compareAtPath(t, channel, path);
  const responsesUnderV1 = comparisons.map(({ authenticateResponse }) => authenticateResponse);
  t.addEvidence(...responsesUnderV1);
  if (!comparisons.every(isMissing)) return;
  for (const prefix of ['', '/v2']) {
    const otherPath = path.replace(/^\/v1/, prefix);
    const otherComparisons = await compareAtPath(t, channel, otherPath);
    t.assert(
      !otherComparisons.every(respondsLikeSend),
      `${path} does not exist, but ${otherPath} does`,
      ...otherComparisons.map(({ authenticateResponse }) => authenticateResponse),
      ...responsesUnderV1,
    );
  }
});

/** Asserts that the operation does not reject the method POST (§4). */
export const assertPostIsAccepted: Probe = createProbe(async (t, channel) => {
  const malformations = [keepUnchanged, makeUnreadable, replaceWithList, withoutCredentials];
  const responses = await compareStatus(t, channel, METHOD_NOT_ALLOWED, malformations);
  t.assert(responses === null, `POST returns ${METHOD_NOT_ALLOWED}`, ...(responses ?? []));
});

/** Asserts that the operation does not reject application/json (§2.1). */
export const assertJsonIsAccepted: Probe = createProbe(async (t, channel) => {
  const refused = await compareStatus(t, channel, UNSUPPORTED_MEDIA_TYPE, [
    keepUnchanged,
    makeUnreadable,
    replaceWithList,
  ]);
  if (refused === null) return;
  t.addEvidence(...refused);
  const { authenticate } = createBareRequests(t, channel);
  const requests = [
    withoutHeader(authenticate, 'content-type'),
    ...['text/plain', 'application/x-www-form-urlencoded'].map((type) =>
      withHeader(authenticate, 'content-type', type),
    ),
  ];
  for (const request of requests) {
    const response = await t.sendToService(request);
    t.assert(
      response.status === UNSUPPORTED_MEDIA_TYPE,
      `application/json returns ${UNSUPPORTED_MEDIA_TYPE}, but ${request.headers['content-type'] ?? 'no Content-Type'} does not`,
      response,
      ...refused,
    );
  }
});

/** Returns a probe that does nothing for operations other than OTP authenticate, and ignores NotTested errors. */
function createProbe(probe: (t: Attempt, channel: OtpChannel) => Promise<void>): Probe {
  return async (t, operation) => {
    const channel = channels.find((name) => otpOperations[name].authenticate === operation);
    if (channel === undefined) return;
    await nullIfNotTested(() => probe(t, channel));
  };
}

/** Returns the responses if authenticate always returns the status and send never does; otherwise null. */
async function compareStatus(
  t: Attempt,
  channel: OtpChannel,
  status: number,
  malformations: readonly Malformation[],
): Promise<HttpResponse[] | null> {
  const requests = createBareRequests(t, channel);
  const responses: HttpResponse[] = [];
  for (const malform of malformations) {
    const authenticateResponse = await t.send(malform(requests.authenticate));
    if (authenticateResponse.status !== status) return null;
    const sendResponse = await t.send(malform(requests.send));
    for (const response of [sendResponse, authenticateResponse]) t.requireServiceResponse(response);
    if (sendResponse.status === status) return null;
    responses.push(authenticateResponse, sendResponse);
  }
  return responses;
}

interface Comparison {
  readonly sendResponse: HttpResponse;
  readonly authenticateResponse: HttpResponse;
  readonly unknownPathResponse: HttpResponse;
}

async function compareAtPath(t: Attempt, channel: OtpChannel, path: string): Promise<Comparison[]> {
  const requests = createBareRequests(t, channel);
  const missingPath = path.replace(/[^/]+$/, 'nowhere:authenticate');
  const comparisons: Comparison[] = [];
  for (const malform of [keepUnchanged, withoutCredentials]) {
    const sendResponse = await t.send(malform(requests.send));
    const authenticateResponse = await t.send(malform({ ...requests.authenticate, path }));
    const unknownPathResponse = await t.send(
      malform({ ...requests.authenticate, path: missingPath, operation: null }),
    );
    for (const response of [sendResponse, authenticateResponse, unknownPathResponse])
      t.requireServiceResponse(response);
    comparisons.push({ sendResponse, authenticateResponse, unknownPathResponse });
  }
  return comparisons;
}

function isMissing({
  sendResponse,
  authenticateResponse,
  unknownPathResponse,
}: Comparison): boolean {
  const { status } = authenticateResponse;
  return status >= 400 && status === unknownPathResponse.status && status !== sendResponse.status;
}

function respondsLikeSend({
  sendResponse,
  authenticateResponse,
  unknownPathResponse,
}: Comparison): boolean {
  return (
    unknownPathResponse.status !== authenticateResponse.status &&
    sendResponse.status === authenticateResponse.status
  );
}

function createBareRequests(
  t: Attempt,
  channel: OtpChannel,
): Readonly<Record<'send' | 'authenticate', HttpRequest>> {
  const { app } = t;
  const noCode = { recordId: '', destination: '', code: '' };
  return {
    send: { ...app.createOtpSendRequest(channel, ''), body: {} },
    authenticate: { ...app.createOtpAuthenticateRequest(channel, noCode), body: {} },
  };
}

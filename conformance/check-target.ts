/** Checks that the target responds, is this service, and knows the client. */
import { describeConnectionCode } from '../src/reporting/connection-errors.ts';
import { Attempt } from './attempt.ts';
import { listErrorCodes } from './discovery/refusal-status.ts';
import type { Stop } from './outcome.ts';
import { SigningWallet } from './actors/signing-wallet.ts';
import { withWrongSecret } from './actors/valid-requests.ts';
import type { RunContext } from './run-context.ts';
import type { HttpRequest, HttpResponse } from './target/http-request.ts';
import { isServiceResponse } from './target/response-kinds.ts';
import { bodyProblems, isBodyProblem } from './target/response-body.ts';
import { RequestError } from './target/request-errors.ts';
import { isUnauthorized } from './responses/unauthorized.ts';

/** Checks the target; returns why the run must stop, or null. */
export async function checkTarget(ctx: RunContext): Promise<Stop | null> {
  const attempt = new Attempt(ctx);
  const responses: HttpResponse[] = [];
  try {
    for (const request of listProbeRequests(ctx)) {
      const valid = await attempt.sendWithoutDiagnostics(request);
      if (valid.accepted && valid.body !== undefined) return null;
      const wrong = await attempt.sendWithoutDiagnostics(withWrongSecret(request));
      if (valid.status < 500 && dependsOnSecret(valid, wrong)) return null;
      responses.push(valid);
    }
  } catch (error) {
    if (error instanceof RequestError) return createUnreachable(ctx.settings.target, error);
    throw error;
  }
  return createStop(ctx.settings.target, responses);
}

/** Sends a harmless request; returns why it failed, or null if the service responded. */
export async function probeTarget(ctx: RunContext): Promise<string | null> {
  const [request] = listProbeRequests(ctx);
  if (request === undefined) return null;
  ctx.budget.countRequest();
  try {
    const response = await ctx.network.transport.send(request);
    if (isServiceResponse(response)) return null;
    return `every response has status ${response.status}. Check that the service behind it is running`;
  } catch (error) {
    if (error instanceof RequestError) return describeRequestError(error);
    throw error;
  }
}

/** Returns harmless requests: a known client is accepted, or is rejected differently with a wrong secret. */
function listProbeRequests({ app, identities, settings }: RunContext): HttpRequest[] {
  const { accessToken } = app.credentials;
  const bearers = accessToken === null ? [null] : [null, accessToken];
  const wallets = [SigningWallet.create(), ...identities.listWallets().slice(0, 1)];
  const requests: HttpRequest[] = [];
  for (const { address: walletAddress } of wallets) {
    for (const bearer of bearers) {
      requests.push(app.createStartRequest({ walletAddress, walletNetwork: 'ETHEREUM' }, bearer));
      requests.push(app.createStartRequest({ walletAddress, walletType: 'EVM' }, bearer));
    }
  }
  requests.push({ ...app.createOtpSendRequest('email', '', null), body: {} });
  return requests.filter(
    ({ operation }) => operation !== null && !settings.skip.includes(operation),
  );
}

/** Returns whether the secret changed the response: the deployment knows the client. */
function dependsOnSecret(valid: HttpResponse, wrong: HttpResponse): boolean {
  const describeCodes = (response: HttpResponse) => JSON.stringify(listErrorCodes(response));
  return valid.status !== wrong.status || describeCodes(valid) !== describeCodes(wrong);
}

function createStop(target: string, responses: readonly HttpResponse[]): Stop | null {
  const [first] = responses;
  // The settings skip the operations of all probe requests.
  if (first === undefined) return null;
  const statuses = [...new Set(responses.map(({ status }) => status))];
  // Different statuses show that the deployment also checks something other than the credentials.
  const areRefusedAlike = statuses.length === 1 && interpretStatus(first.status) === 'refused';
  if (areRefusedAlike || statuses.every(isUnauthorized)) {
    return {
      kind: 'credentialsRefused',
      message: `${target} rejects every request with ${statuses.join(', ')}. Check --client-id and --client-secret.`,
    };
  }
  const meanings = statuses.map(interpretStatus);
  if (meanings.every((meaning) => meaning === 'unavailable')) {
    return {
      kind: 'unreachable',
      message: `${target} returns ${statuses.join(', ')} to every request. Check that the service behind it is running.`,
    };
  }
  // A refusal or an unavailable service shows that the path exists, so the target is this service.
  const isOtherService = meanings.every((name) => name === 'unrouted' || name === 'not an error');
  if (!isOtherService) return null;
  const { method, path } = first.request;
  const fix = target.endsWith('/v1') ? 'Remove /v1 from' : 'Check';
  return {
    kind: 'otherService',
    message: `no operation of the interface at ${target}: ${method} ${target}${path} returns ${first.status}. ${fix} the base URL.`,
  };
}

/** Statuses of responses to unknown paths. */
const UNROUTED = new Set([404, 405, 501]);

function interpretStatus(status: number): 'unrouted' | 'unavailable' | 'refused' | 'not an error' {
  if (UNROUTED.has(status)) return 'unrouted';
  // A rate limit is independent of the credentials.
  if (status === 429 || status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'not an error';
}

const FIX_TRUST =
  'Set NODE_EXTRA_CA_CERTS to the file with the certificate of the issuer. For a sandbox, "flagbearer certificate" prints the path of this file.';
const FIX_SCHEME = 'Use http instead of https in the base URL.';

const FIXES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Start the deployment, or check the base URL.',
  ENOTFOUND: 'Check the base URL.',
  EAI_AGAIN: 'Check the network, or try again.',
  EHOSTUNREACH: 'Check the network, or the base URL.',
  ENETUNREACH: 'Check the network, or the base URL.',
  ECONNRESET: 'Check that the base URL begins with the scheme of the deployment, http or https.',
  ETIMEDOUT: 'Check the base URL, or try again.',
  ECONNABORTED: 'Check the base URL, or increase --timeout.',
  EPROTO: FIX_SCHEME,
  ERR_SSL_WRONG_VERSION_NUMBER: FIX_SCHEME,
  CERT_HAS_EXPIRED: 'Renew the certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name of the certificate in the base URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: FIX_TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: FIX_TRUST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: FIX_TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: FIX_TRUST,
};

function createUnreachable(target: string, error: RequestError): Stop {
  const fix = findFix(error);
  const problem = `cannot reach ${target}: ${describeRequestError(error)}`;
  return { kind: 'unreachable', message: fix === undefined ? problem : `${problem}. ${fix}` };
}

function findFix({ code }: RequestError): string | undefined {
  if (isBodyProblem(code)) return 'Check the base URL.';
  return code === null ? undefined : FIXES[code];
}

function describeRequestError({ code, message }: RequestError): string {
  if (isBodyProblem(code)) return bodyProblems[code];
  return code === null ? message : describeConnectionCode(code);
}

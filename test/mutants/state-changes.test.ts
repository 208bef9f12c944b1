/** §5.2, §5.6: deployments whose requests change state that they must not change. */
import { describe, expect, it, vi } from 'vitest';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  findUserId,
  withBody,
  withHeaders,
} from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { matchesOperation } from './operators/operator.ts';
import { runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { getUser, listWallets } from './user-object.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: 120_000 });

const signIns = ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'] as const;

/** An SMS send without its bearer token is rejected, and sends a code all the same. */
const sendsBeforeItChecks: Mutate = async (exchange) => {
  const response = await exchange.forward();
  const { request, naming } = exchange;
  const token = naming.clients[0]?.accessToken;
  if (
    matchesOperation(exchange, 'sendSmsOtp') &&
    !isAccepted(response) &&
    findBearer(request) === null
  ) {
    await exchange.forward(withHeaders(request, { authorization: `Bearer ${token}` }));
  }
  return response;
};

/** A sign-in by the second client ends the link of the first one. */
const endsTheFirstLink: Mutate = async (exchange, memory) => {
  const { request, naming } = exchange;
  const isSecond = request.headers['service-client-id'] === naming.clients[1]?.clientId;
  if (matchesOperation(exchange, 'getUser') && !isSecond) {
    const user = memory.findUser(request);
    if (user !== null && memory.kept(`linked ${user}`) === true) return createResponse(403, {});
  }
  const response = await exchange.forward();
  if (matchesOperation(exchange, signIns) && isAccepted(response)) {
    memory.keep(`linked ${findUserId(response)}`, isSecond);
  }
  return response;
};

/** Only the last unverified wallet of a user is stored. */
const dropsEarlierUnverified: Mutate = async (exchange) => {
  const response = await exchange.forward();
  if (!matchesOperation(exchange, 'getUser') || !isAccepted(response)) return response;
  const body = parseFields(response);
  const wallets = listWallets(getUser(body, exchange.naming), exchange.naming);
  const last = wallets.findLast(({ status }) => status === 'unverified');
  const kept = wallets.filter((wallet) => wallet['status'] !== 'unverified' || wallet === last);
  wallets.splice(0, wallets.length, ...kept);
  return withBody(response, body);
};

describe('a broken deployment fails', () => {
  it.each([
    [
      'that sends a code before it checks the bearer token',
      '5.2.bearer.consistent/changes-nothing',
      sendsBeforeItChecks,
    ],
    [
      'that drops an unverified wallet when another one is added',
      '3.wallet.added-unverified/shown/beside-an-unverified-wallet',
      dropsEarlierUnverified,
    ],
    ['that unlinks the first client', '5.6.linking.same-user/kept/session', endsTheFirstLink],
  ] as const)('%s', async (_, id, mutate) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const { results } = await runAgainst(deployment, mutate, {
      granted: deployment.dialect,
      settings: { only: [id] },
    });
    expect(results.filter(({ verdict }) => verdict === 'fail').map((result) => result.id)).toEqual([
      id,
    ]);
  });
});

/** §5.2, §5.8: neither sessions nor access tokens are bound to a client. */
const acceptsTokensOfAllClients: Mutate = async (exchange) => {
  const { request, naming } = exchange;
  const [first, second] = naming.clients;
  const isOther = findBearer(request) === second?.accessToken;
  return exchange.forward(
    matchesOperation(exchange, 'sendSmsOtp') && isOther
      ? withHeaders(request, { authorization: `Bearer ${first?.accessToken}` })
      : request,
  );
};

describe('a deployment that accepts the access token of another client', () => {
  it.each([
    ['passes if sessions are not bound to their client either', 'no', 'not-tested'],
    ['fails if sessions are bound to their client', 'yes', 'fail'],
  ] as const)('%s', async (_, boundToClient, verdict) => {
    const document = { ...dialects.default, values: { session: { boundToClient } } };
    const deployment = await sandboxDeployment(targets, `bound ${boundToClient}`, document);
    const { results } = await runAgainst(deployment, acceptsTokensOfAllClients, {
      granted: deployment.dialect,
      settings: { only: ['5.2.bearer.consistent/altered/other-client'] },
    });
    expect(results.map((result) => result.verdict)).toEqual([verdict]);
  });
});

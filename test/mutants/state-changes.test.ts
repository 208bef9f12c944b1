/** Deployments that change state in a wrong way (§3, §5.2, §5.6), or accept the token of another client. */
import { describe, expect, it } from 'vitest';
import { createSandboxDeployment } from './deployments.ts';
import { createResponse, findBearer, isAccepted, findUserId, withBearer } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { isRequestTo, changeUser, isOfSecondClient, signIns } from './operators/operator.ts';
import { runWithoutDiscovery, listFailed } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { listWallets } from './user-object.ts';

const targets = useTargets();

/** Rejects an SMS send without its bearer token, but sends the code. */
const sendBeforeCheck: Mutate = async (exchange) => {
  const response = await exchange.forward();
  const { request, traits } = exchange;
  const hasNoToken = isRequestTo(exchange, 'sendSmsOtp') && findBearer(request) === null;
  if (hasNoToken && !isAccepted(response))
    await exchange.forward(withBearer(request, traits.clients[0]?.accessToken));
  return response;
};

/** Ends the link of the first client when the second client signs in. */
const endFirstLink: Mutate = async (exchange, memory) => {
  const { request } = exchange;
  const isSecond = isOfSecondClient(exchange);
  if (isRequestTo(exchange, 'getUser') && !isSecond) {
    const user = memory.findUser(request);
    if (user !== null && memory.get(`unlinked ${user}`) === true) return createResponse(403, {});
  }
  const response = await exchange.forward();
  if (isSecond && isRequestTo(exchange, signIns) && isAccepted(response)) {
    memory.set(`unlinked ${findUserId(response)}`, true);
  }
  return response;
};

/** Removes all unverified wallets of a user except the newest. */
const dropEarlierUnverified = changeUser((user, traits) => {
  const wallets = listWallets(user, traits);
  const newest = wallets.findLast(({ status }) => status === 'unverified');
  const remaining = wallets.filter(
    (wallet) => wallet['status'] !== 'unverified' || wallet === newest,
  );
  wallets.splice(0, wallets.length, ...remaining);
});

describe('a run fails against a deployment', () => {
  it.each([
    [
      'that sends a code before it checks the bearer token',
      '5.2.bearer.consistent/changes-nothing',
      sendBeforeCheck,
    ],
    [
      'that removes an unverified wallet when another wallet is added',
      '3.wallet.added-unverified/shown/beside-unverified-wallets',
      dropEarlierUnverified,
    ],
    ['that unlinks the first client', '5.6.linking.same-user/kept/access', endFirstLink],
  ] as const)('%s', async (_, id, mutate) => {
    const deployment = await createSandboxDeployment(targets);
    const outcome = await runWithoutDiscovery(deployment, mutate, { only: [id] });
    expect(listFailed(outcome)).toEqual([id]);
  });
});

/**
 * Accepts the access token of the second client for every SMS send (§5.2). This is legal if the deployment
 * also accepts a session from another client.
 */
const acceptTokensOfAllClients: Mutate = async (exchange) => {
  const { request, traits } = exchange;
  const [first, second] = traits.clients;
  const hasSecondToken = findBearer(request) === second?.accessToken;
  return exchange.forward(
    isRequestTo(exchange, 'sendSmsOtp') && hasSecondToken
      ? withBearer(request, first?.accessToken)
      : request,
  );
};

describe('a deployment that accepts the access token of another client', () => {
  it.each([
    ['is not tested if sessions are not bound to their client', 'no', 'not-tested'],
    ['fails if sessions are bound to their client', 'yes', 'fail'],
  ] as const)('%s', async (_, boundToClient, verdict) => {
    const document = { version: 1, values: { session: { boundToClient } } } as const;
    const deployment = await createSandboxDeployment(targets, `bound ${boundToClient}`, document);
    const { results } = await runWithoutDiscovery(deployment, acceptTokensOfAllClients, {
      only: ['5.2.bearer.consistent/altered/other-client'],
    });
    expect(results.map((result) => result.verdict)).toEqual([verdict]);
  });
});

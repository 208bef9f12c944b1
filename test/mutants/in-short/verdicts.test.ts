/** Verdicts of whole runs. Some tests are samples of tests that run only with FLAGBEARER_TESTS=complete. */
import { describe, expect, it } from 'vitest';
import { declaredAccounts } from '../accounts.ts';
import { createSandboxDeployment } from '../deployments.ts';
import { runWithPartialSettings, listChecksWithoutSettingName } from '../partial-settings.ts';
import { getOperator } from '../operators/index.ts';
import { listFailed, listFalseFailures, runAgainst, runMutated } from '../run-mutants.ts';
import { sandboxClients, useTargets } from '../sandbox-targets.ts';
import { expectMaskedSecrets, leakedSettings } from '../leaked-settings.ts';
import { runTroubled } from '../trouble/run-troubled.ts';

const targets = useTargets();

const [client, secondClient] = sandboxClients;

const createDeployment = () => createSandboxDeployment(targets);

describe('a run', { timeout: 300_000 }, () => {
  it('raises no false alarm on an unreliable network', async () => {
    const deployment = await createDeployment();
    const { outcome, troubleCounts } = await runTroubled(deployment, {
      seed: 5,
      assumedDialect: deployment.dialect,
    });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(troubleCounts.size).toBeGreaterThan(5);
    const passed = outcome.results.filter(({ verdict }) => verdict === 'pass');
    expect(passed.length).toBeGreaterThan(150);
  });

  it('fails on a broken deployment despite network trouble', async () => {
    const deployment = await createDeployment();
    const operator = getOperator('a signature by any key is accepted');
    const { outcome } = await runTroubled(deployment, {
      seed: 6,
      mutate: operator.mutate,
      assumedDialect: deployment.dialect,
      settings: { only: [operator.requirement] },
    });
    expect(outcome.results.map(({ verdict }) => verdict)).toContain('fail');
  });

  it('sends fewer than 2700 requests if every setting is set', async () => {
    const { budget } = await runAgainst(await createDeployment());
    expect(budget.requests.used).toBeLessThan(2700);
  });

  it('fails each of two checks that send the same invalid request, if the request is accepted', async () => {
    const deployment = await createDeployment();
    const requirement = '2.2.walletAddress.wrong-type-refused';
    const { results } = await runMutated(
      deployment,
      ({ request, forward }) =>
        forward({
          ...request,
          text: request.text.replace(
            '"walletAddress":null',
            `"walletAddress":"0x${'11'.repeat(20)}"`,
          ),
        }),
      { assumedDialect: deployment.dialect, settings: { only: [requirement] } },
    );
    expect(listFailed({ results })).toEqual(
      expect.arrayContaining([
        `${requirement}/startWalletAuth`,
        `${requirement}/schema-startWalletAuth`,
      ]),
    );
  });

  it('asks to check the access token if a send with a mistyped token is rejected', async () => {
    const { results } = await targets.run(
      { bearer: { accepts: ['client'] } },
      { only: ['4.4.operation.sends'], client: { ...client, accessToken: 'mistyped' } },
    );
    expect(results.find(({ id }) => id === '4.4.operation.sends')).toMatchObject({
      verdict: 'fail',
      reason: 'Expected 2xx for the request, got 401; check the access token.',
    });
  });

  it('reports an access token that is rejected although a session token is accepted', async () => {
    const { unusableInputs } = await targets.run(
      {},
      { only: ['4.4.operation.sends'], client: { ...client, accessToken: 'mistyped' } },
    );
    expect(unusableInputs).toEqual([
      {
        input: 'accessToken',
        reason: 'sendSmsOtp rejects this token with 401, but accepts a session token',
        fix: 'Check --access-token. If the deployment accepts session tokens only, omit it.',
      },
    ]);
  });

  it('reports an access token of the second client that is rejected', async () => {
    const { unusableInputs } = await targets.run(
      {},
      { only: ['5.6.linking'], secondClient: { ...secondClient, accessToken: 'mistyped' } },
    );
    expect(unusableInputs).toEqual([
      {
        input: 'secondClient.accessToken',
        reason:
          'sendSmsOtp rejects this token with 401, but accepts the access token of the first client',
        fix: 'Check accessToken of conform.secondClient in flagbearer.config.yaml.',
      },
    ]);
  });

  it('asks only to increase --max-requests if the limit is reached', async () => {
    const { operations } = await targets.run({}, { maxRequests: 5, accounts: [] });
    for (const operation of operations) {
      expect(operation).toMatchObject({
        coverage: 'not-covered',
        reason: 'the limit of 5 requests is reached. Increase --max-requests',
      });
    }
  });

  it('asks for another account if all accounts belong to one user', async () => {
    const id = '4.8.operation.reads/no-data-of-other-accounts';
    const account = declaredAccounts.find(
      ({ emailAddress, privateKey }) => emailAddress && privateKey,
    );
    if (account === undefined) throw new Error('no account signs in by email and by wallet');
    const accounts = [
      { ...account, name: 'by email', privateKey: null, phoneNumber: null },
      { ...account, name: 'by wallet', emailAddress: null, phoneNumber: null },
    ];
    const { results } = await targets.run({}, { only: [id], accounts });
    expect(results).toMatchObject([
      {
        id,
        verdict: 'not-tested',
        reason: expect.stringMatching(/^Needs accounts of different users \(2 of them\)\./),
      },
    ]);
  });

  it('signs in through a second client if authenticateWallet requires a session as bearer token', async () => {
    const { results } = await targets.run(
      { bearer: { requiredOn: ['authenticateWallet'], accepts: ['session'] } },
      { only: ['5.6.linking.same-user'] },
    );
    expect(results.find(({ operation }) => operation === 'authenticateWallet')?.verdict).toBe(
      'pass',
    );
  });

  it('raises no false alarm if unknown users get 429', async () => {
    const outcome = await targets.run(
      {
        identity: { unknown: 'rejectAtAuthenticate' },
        bearer: { requiredOn: ['sendSmsOtp', 'authenticateWallet'] },
        errors: { status: { identityUnknown: 429 } },
      },
      { only: ['4.2.operation.authenticates', '5.3.wallet.flow'] },
    );
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it('does not print secrets', async () => {
    const [mutate] = Object.values(leakedSettings);
    if (mutate === undefined) throw new Error('no leaking deployment is defined');
    await expectMaskedSecrets(mutate, targets);
  });

  it.for(['everything', 'id and secret'])(
    'names each missing setting in a run with the settings "%s"',
    async (name) => {
      expect(listChecksWithoutSettingName(await runWithPartialSettings(name, targets))).toEqual([]);
    },
  );
});

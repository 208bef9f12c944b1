/** Samples of `FLAGBEARER_TESTS=complete npx vitest run --project conformance`, which takes minutes. */
import { describe, expect, it } from 'vitest';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { isLong } from '../../setup/test-length.ts';
import { createIndependentDeployment, createSandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runWithPartialSettings, listChecksWithoutSettingName } from '../partial-settings.ts';
import { getOperator } from '../operators/index.ts';
import { listFailed, listFalseFailures, runAgainst, runMutated } from '../run-mutants.ts';
import { createSettings, useTargets } from '../sandbox-targets.ts';
import { expectMaskedSecrets, leakedSettings } from '../leaked-settings.ts';
import { runTroubled } from '../trouble/run-troubled.ts';

const targets = useTargets();

const createDeployment = () => createSandboxDeployment(targets, 'default', dialects.default);

describe('a run', { timeout: 300_000 }, () => {
  it('raises no false alarm on an independent server', async () => {
    const outcome = await runAgainst(createIndependentDeployment('plain'));
    expect(listFalseFailures(outcome)).toEqual([]);
    const passed = outcome.results.filter(({ verdict }) => verdict === 'pass');
    expect(passed.length).toBeGreaterThan(200);
  });

  it.runIf(isLong)('raises no false alarm on an unreliable network', async () => {
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
    const target = await targets.create({
      version: 1,
      values: { bearer: { accepts: ['client'] } },
    });
    const { client, ...settings } = createSettings(target, { only: ['4.4.operation.sends'] });
    const mistypedSettings = { ...settings, client: { ...client, accessToken: 'mistyped' } };
    const { results } = await runConformance(mistypedSettings, {});
    expect(results.find(({ id }) => id === '4.4.operation.sends')).toMatchObject({
      verdict: 'fail',
      reason: 'Expected 2xx for the request, got 401; check the access token.',
    });
  });

  it('reports an access token that is rejected although a session token is accepted', async () => {
    const target = await targets.create({ version: 1 });
    const { client, ...settings } = createSettings(target, { only: ['4.4.operation.sends'] });
    const mistypedSettings = { ...settings, client: { ...client, accessToken: 'mistyped' } };
    const { unusableInputs } = await runConformance(mistypedSettings, {});
    expect(unusableInputs).toEqual([
      {
        input: 'accessToken',
        reason: 'sendSmsOtp rejects this token with 401, but accepts a session token',
        fix: 'Check --access-token. If the deployment accepts session tokens only, omit it.',
      },
    ]);
  });

  it('reports an access token of the second client that is rejected', async () => {
    const target = await targets.create({ version: 1 });
    const { secondClient, ...settings } = createSettings(target, { only: ['5.6.linking'] });
    if (secondClient === null) throw new Error('the settings have no second client');
    const mistypedSettings = {
      ...settings,
      secondClient: { ...secondClient, accessToken: 'mistyped' },
    };
    const { unusableInputs } = await runConformance(mistypedSettings, {});
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
    const settings = createSettings(await targets.create(), { maxRequests: 5, accounts: [] });
    const { operations } = await runConformance(settings, {});
    for (const operation of operations) {
      expect(operation).toMatchObject({
        coverage: 'not-covered',
        reason: 'the limit of 5 requests is reached. Increase --max-requests',
      });
    }
  });

  it('asks for another account if all accounts belong to one user', async () => {
    const id = '4.8.operation.reads/no-data-of-other-accounts';
    const settings = createSettings(await targets.create(), { only: [id] });
    const account = settings.accounts.find(
      ({ emailAddress, privateKey }) => emailAddress && privateKey,
    );
    if (account === undefined) throw new Error('no account signs in by email and by wallet');
    const accounts = [
      { ...account, name: 'by email', privateKey: null, phoneNumber: null },
      { ...account, name: 'by wallet', emailAddress: null, phoneNumber: null },
    ];
    const { results } = await runConformance({ ...settings, accounts }, {});
    expect(results).toMatchObject([
      {
        id,
        verdict: 'not-tested',
        reason: expect.stringMatching(/^Needs accounts of different users \(2 of them\)\./),
      },
    ]);
  });

  it('signs in through a second client if authenticateWallet requires a session as bearer token', async () => {
    const target = await targets.create({
      version: 1,
      values: { bearer: { requiredOn: ['authenticateWallet'], accepts: ['session'] } },
    });
    const only = ['5.6.linking.same-user'];
    const { results } = await runConformance(createSettings(target, { only }), {});
    expect(results.find(({ operation }) => operation === 'authenticateWallet')?.verdict).toBe(
      'pass',
    );
  });

  it.runIf(isLong)('raises no false alarm if unknown users get 429', async () => {
    const target = await targets.create({
      version: 1,
      values: {
        identity: { unknown: 'rejectAtAuthenticate' },
        bearer: { requiredOn: ['sendSmsOtp', 'authenticateWallet'] },
        errors: { status: { identityUnknown: 429 } },
      },
    });
    const only = ['4.2.operation.authenticates', '5.3.wallet.flow'];
    const sleep = () => Promise.resolve();
    const outcome = await runConformance(createSettings(target, { only }), { sleep });
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it.runIf(isLong)('does not print secrets', async () => {
    const [mutate] = Object.values(leakedSettings);
    if (mutate === undefined) throw new Error('no leaking deployment is defined');
    await expectMaskedSecrets(mutate, targets);
  });

  it.runIf(isLong).for(['everything', 'id and secret'])(
    'names the missing settings if the settings are %s',
    async (name) => {
      expect(listChecksWithoutSettingName(await runWithPartialSettings(name, targets))).toEqual([]);
    },
  );
});

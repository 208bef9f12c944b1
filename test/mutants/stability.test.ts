/** Repeated runs, and a code of an earlier run. `npm run conformance:mutation` repeats a run fifty times. */
import { expect, it } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { createIndependentDeployment, createSandboxDeployment } from './deployments.ts';
import { createResponse } from './exchange.ts';
import { startProxy, writeResponse } from './mutant-proxy.ts';
import { useTargets } from './sandbox-targets.ts';
import { listUnstableVerdicts } from './stable-verdicts.ts';

const targets = useTargets();

it('repeated runs reach the same verdicts', async () => {
  const deployment = await createSandboxDeployment(targets);
  expect(await listUnstableVerdicts(deployment, 4)).toEqual([]);
}, 180_000);

it('a check passes if a rejected request sends no code, even if the number has a code of an earlier run', async () => {
  const running = await createIndependentDeployment('plain').start();
  const settings = running.settings(running.target);
  const { otpSource } = settings;
  if (otpSource?.kind !== 'url') throw new Error('needs the outbox of the server');
  let numberWithOldCode: string | null = null;
  // This OTP source returns an old code for the first number to which no code was sent.
  const proxy = await startProxy(async ({ url = '' }, response) => {
    const [channel = '', destination = ''] = url.split('/').slice(1);
    const template = otpSource.template.replace('{channel}', channel);
    const outbox = await fetch(template.replace('{destination}', destination));
    if (outbox.status === 404) numberWithOldCode ??= destination;
    const isOld = outbox.status === 404 && destination === numberWithOldCode;
    writeResponse(
      response,
      isOld
        ? createResponse(200, { code: '111111' })
        : createResponse(outbox.status, await outbox.text()),
    );
  });
  try {
    const id = '5.1.credentials.wrong-refused/sendSmsOtp/sends-nothing';
    const { results } = await runConformance({
      ...settings,
      only: [id],
      otpSource: { kind: 'url', template: `${proxy.url}/{channel}/{destination}` },
    });
    expect(numberWithOldCode).not.toBeNull();
    expect(results.find((result) => result.id === id)).toMatchObject({ verdict: 'pass' });
  } finally {
    await proxy.close();
    await running.close();
  }
}, 180_000);

/** Checks that send codes to declared destinations run at different times: a send can replace a code (§8). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { channels, otpOperations } from '../../conformance/actors/operations.ts';
import { getCheckId, type Check } from '../../conformance/define-check.ts';
import { getExclusivity } from '../../conformance/exclusivity.ts';
import type { Exclusivity } from '../../conformance/scheduler.ts';
import { sections } from '../../conformance/sections/index.ts';
import { Transport } from '../../conformance/target/transport.ts';
import { createSandboxDeployment } from './deployments.ts';
import { listFalseFailures, runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();
const realSend = Transport.prototype.send;

const destinations = {
  phoneNumbers: [1, 2, 3, 4, 5, 6].map((digit) => `+1303555019${digit}`),
  emailAddresses: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.tester@example.test`),
};

it.each([
  ['accounts', { generateDestinations: false }],
  ['destinations', { destinations }],
])('a check reserves the channel of each code that it sends to %s', async (_, settings) => {
  const running = new AsyncLocalStorage<{
    readonly id: string;
    readonly exclusivity: Exclusivity;
  }>();
  const violations = new Set<string>();
  const send = vi.spyOn(Transport.prototype, 'send').mockImplementation(function (
    this: Transport,
    request,
  ) {
    const channel = channels.find((name) => otpOperations[name].send === request.operation);
    const check = running.getStore();
    if (channel !== undefined && check !== undefined && check.exclusivity !== 'alone') {
      if (!check.exclusivity.includes(channel)) violations.add(`${check.id}: ${channel}`);
    }
    return realSend.call(this, request);
  });
  const observed = sections.map((section) => ({
    ...section,
    checks: section.checks.map((check) => ({
      ...check,
      run: (t: Parameters<Check['run']>[0]) =>
        running.run({ id: getCheckId(check), exclusivity: getExclusivity(check, t.ctx) }, () =>
          check.run(t),
        ),
    })),
  }));
  const outcome = await runAgainst(await createSandboxDeployment(targets), {
    settings,
    sections: observed,
  });
  send.mockRestore();
  expect([...violations]).toEqual([]);
  expect(listFalseFailures(outcome)).toEqual([]);
});

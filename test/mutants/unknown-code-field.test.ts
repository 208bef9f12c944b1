/** Checks of authenticate operations that run although the name of the code field is unknown. */
import { describe, expect, it } from 'vitest';
import { clientCredentials } from '../../conformance/sections/2.1-client-credentials.check.ts';
import { endpoints } from '../../conformance/sections/4-endpoints.check.ts';
import {
  smsAuthenticate,
  emailAuthenticate,
} from '../../conformance/sections/4.5-otp-authenticate.check.ts';
import { versioning } from '../../conformance/sections/9-versioning.check.ts';
import { createSandboxDeployment } from './deployments.ts';
import type { Values } from './dialects.ts';
import { getOperator } from './operators/index.ts';
import { listFalseFailures, runAgainst, runMutated, listFailed } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();
const sections = [clientCredentials, endpoints, smsAuthenticate, emailAuthenticate, versioning];

/** A name that detection does not try. */
const channel = { codeField: 'secretWord' };
const otp = { sms: channel, email: channel };

const createDeployment = (values: Values) =>
  createSandboxDeployment(targets, 'unknown', { version: 1, values: { otp, ...values } });

const authenticateOperations = ['authenticateSmsOtp', 'authenticateEmailOtp'] as const;

/** Legal dialects: statuses with a meaning in HTTP are used for other errors. */
const legalDialects: Readonly<Record<string, Values>> = {
  'with default statuses': {},
  'with status 405 for schema errors': { errors: { status: { schema: 405 } } },
  'with status 415 for schema errors': { errors: { status: { schema: 415 } } },
  'with status 405 for wrong codes and malformed bodies': {
    errors: { status: { otpWrong: 405, malformed: 405 } },
  },
  'with status 404 for a missing client': { errors: { status: { clientCredentials: 404 } } },
  'with status 404 for schema errors and unknown paths': { errors: { status: { schema: 404 } } },
  ...Object.fromEntries(
    [404, 405, 415].map((status) => [
      `with status ${status} for a missing session`,
      {
        bearer: { requiredOn: ['sendSmsOtp', ...authenticateOperations], accepts: ['session'] },
        errors: { status: { bearer: status } },
      },
    ]),
  ),
};

describe('a deployment with an unknown code field', () => {
  it.each(Object.entries(legalDialects))('fails no check %s', async (_name, values) => {
    const outcome = await runAgainst(await createDeployment(values), { sections });
    expect(listFalseFailures(outcome)).toEqual([]);
    const result = outcome.results.find(({ id }) => id === '4.method.post/authenticateSmsOtp');
    expect(result?.verdict).toBe('not-tested');
  });
});

/** The check that fails, by the name of an operator. */
const failingChecks: Readonly<Record<string, string>> = {
  'authenticateSmsOtp accepts PUT instead of POST': '4.method.post/authenticateSmsOtp',
  'authenticateEmailOtp accepts PUT instead of POST': '4.method.post/authenticateEmailOtp',
  'authenticateSmsOtp rejects application/json':
    '2.1.content-type.json-accepted/authenticateSmsOtp',
  'authenticateSmsOtp exists only without /v1': '9.path.v1/authenticateSmsOtp',
  'authenticateEmailOtp does not exist': '4.7.operation.authenticates',
};

describe('a run with an unknown code field fails', () => {
  it.each(Object.entries(failingChecks))('if %s', async (name, id) => {
    const { mutate } = getOperator(name);
    const outcome = await runMutated(await createDeployment({}), mutate, { sections });
    expect(listFailed(outcome)).toContain(id);
  });
});

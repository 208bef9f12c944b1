/** Deployments that violate rules of one-time passwords, some in one context only, and legal deployments. */
import { describe, expect, it } from 'vitest';
import { sample } from '../setup/test-length.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpDefects } from '../independent/variant.ts';
import { createIndependentDeployment, createSandboxDeployment } from './deployments.ts';
import { withFields, parseFields } from './exchange.ts';
import { judgeByRule } from './known-dialect.ts';
import { linkedAccounts } from './operators/linked-accounts.ts';
import { otpContexts } from './operators/otp-contexts.ts';
import { changeRequest } from './operators/operator.ts';
import { listFalseFailures, runAgainst, runMutated, listFailed } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

describe('a deployment that violates a rule in one context', () => {
  it.each(
    sample([...otpContexts, ...linkedAccounts], 10).map(
      (operator) => [operator.requirement, operator.name, operator] as const,
    ),
  )('fails %s: %s', async (_requirement, _name, operator) => {
    const deployment = await createSandboxDeployment(targets);
    const result = await judgeByRule(operator, deployment);
    expect(result).toMatchObject({ killedBy: 'own', errors: [] });
  });
});

const formatCode = (number: number) => String(number % 1_000_000).padStart(6, '0');

const predictableCodes: Readonly<Record<string, NonNullable<OtpDefects['code']>>> = {
  'from a counter': ({ count }) => formatCode(417_000 + count),
  'all the same': () => '424242',
  'from a pool of four': ({ count }) => formatCode(((count * 7) % 4) * 111_317 + 417_213),
  'of which two digits vary': ({ random }) => `4171${random.slice(-2)}`,
  'of two different digits': ({ random }) =>
    random.replaceAll(/[0-4]/g, '3').replaceAll(/[5-9]/g, '8'),
};

/** Wrong codes that a server accepts, by the names of the checks. */
const acceptedCodes: Readonly<Record<string, NonNullable<OtpDefects['accepts']>>> = {
  'number-before': (code, correct) => Number(code) === Number(correct) - 1,
  'number-after': (code, correct) => Number(code) === Number(correct) + 1,
  'other-order': (code, correct) => sortDigits(code) === sortDigits(correct),
  'same-digit-sum': (code, correct) =>
    code.length === correct.length && sumDigits(code) === sumDigits(correct),
  'last-digits': (code, correct) => code !== '' && correct.endsWith(code),
  decimal: (code, correct) => Number(code) === Number(correct),
  'trailing-letters': (code, correct) => Number.parseInt(code) === Number(correct),
};

const sortDigits = (code: string) => code.split('').toSorted().join('');
const sumDigits = (code: string) =>
  code.split('').reduce((total, digit) => total + Number(digit), 0);

describe('a run against the independent server', () => {
  it.each(sample(Object.entries(predictableCodes), 2))(
    'reports codes %s as predictable',
    async (_name, code) => {
      const deployment = createIndependentDeployment('plain', { otpDefects: { code } });
      const outcome = await runAgainst(deployment, {
        settings: { only: ['5.4.sms.code', '5.5.email.code'] },
      });
      expect(listFailed(outcome)).toContain('5.5.email.code-unpredictable');
      expect(listFailed(outcome)).toContain('5.4.sms.code-unpredictable');
    },
  );

  it('reports codes that repeat the last digits of the phone number as predictable', async () => {
    const code: OtpDefects['code'] = ({ destination, random }) =>
      destination.startsWith('+') ? destination.slice(-6) : random;
    const deployment = createIndependentDeployment('plain', { otpDefects: { code } });
    const outcome = await runAgainst(deployment, { settings: { only: ['5.4.sms.code'] } });
    expect(listFailed(outcome)).toEqual(['5.4.sms.code-unpredictable']);
  });

  it('reports emailed codes below a limit as predictable', async () => {
    const code: OtpDefects['code'] = ({ destination, random }) =>
      destination.startsWith('+') ? random : `0${random.slice(1)}`;
    const deployment = createIndependentDeployment('plain', { otpDefects: { code } });
    const { results } = await runAgainst(deployment, {
      settings: { only: ['5.5.email.code'] },
    });
    expect(results).toMatchObject([
      {
        verdict: 'fail',
        reason: expect.stringMatching(/: codes for the client \S+ are at most \d+\.$/),
      },
    ]);
  });

  it.each(sample(Object.entries(acceptedCodes), 2))(
    'fails if a wrong code is accepted: %s',
    async (part, accepts) => {
      const deployment = createIndependentDeployment('plain', { otpDefects: { accepts } });
      const only = [`4.5.otp.wrong-refused/${part}`, `4.7.otp.wrong-refused/${part}`];
      expect(listFailed(await runAgainst(deployment, { settings: { only } }))).toEqual(only);
    },
  );
});

describe('the check that the correct code is accepted', () => {
  const rejectCorrectCode = (...operations: readonly OperationId[]) =>
    changeRequest(operations, (request, { traits }) => {
      const channel = request.operation === 'authenticateSmsOtp' ? 'sms' : 'email';
      const { codeField } = traits.otp[channel];
      const code = parseFields(request)[codeField];
      return typeof code === 'string' ? withFields(request, { [codeField]: 'x'.repeat(6) }) : null;
    });

  it.each([
    ['authenticateSmsOtp', '4.5.operation.authenticates'],
    ['authenticateEmailOtp', '4.7.operation.authenticates'],
  ] as const)(
    'fails if only %s rejects it, and the other channel accepts codes in the same field',
    async (operation, failed) => {
      const deployment = createIndependentDeployment('plain');
      const outcome = await runMutated(deployment, rejectCorrectCode(operation), {
        settings: { only: ['4.5.operation', '4.7.operation'] },
      });
      expect(listFailed(outcome)).toEqual([failed]);
    },
  );

  it('fails if both channels reject it, and the dialect declares the code field', async () => {
    const channel = { codeField: 'otp' };
    const outcome = await runMutated(
      createIndependentDeployment('plain'),
      rejectCorrectCode('authenticateSmsOtp', 'authenticateEmailOtp'),
      {
        settings: {
          only: ['4.5.operation', '4.7.operation'],
          dialect: { version: 1, values: { otp: { sms: channel, email: channel } } },
        },
      },
    );
    expect(listFailed(outcome)).toEqual([
      '4.5.operation.authenticates',
      '4.7.operation.authenticates',
    ]);
  });

  it.each(['pages', 'forgetful', 'lenient'] as const)(
    'does not fail for a legal server whose channels have different code fields: variant %s',
    async (name) => {
      const outcome = await runAgainst(createIndependentDeployment(name), {
        settings: { only: ['4.5', '4.7'] },
      });
      expect(listFalseFailures(outcome)).toEqual([]);
    },
  );
});

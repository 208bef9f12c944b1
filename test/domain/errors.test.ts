import { describe, expect, it } from 'vitest';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { causes, Refusal } from '../../src/domain/errors.ts';
import { IllegalTransition, transactionTable, walletTable } from '../../src/domain/state-tables.ts';

const clauses = new Set(requirements.map(({ clause }) => clause));
const clausesAndSections = new Set([...clauses].flatMap((name) => [name, name.split('.')[0]]));

describe('the causes of refusals', () => {
  it('use each key of errors.status in the dialect once', () => {
    const statusKeys = Object.values(causes).map(({ statusKey }) => statusKey);
    expect(statusKeys.toSorted()).toEqual(Object.keys(defaultDialect.errors.status).toSorted());
  });
});

describe('a clause', () => {
  it.each(Object.entries(causes))('of the cause %s exists in the interface', (_, { clause }) => {
    expect(clausesAndSections).toContain(clause);
  });

  it.each([...walletTable.rows, ...transactionTable.rows])(
    'of the transition from $from by $event exists in the interface: §$clause',
    ({ clause }) => {
      expect(clauses).toContain(clause);
    },
  );
});

describe('a refusal', () => {
  it('has its cause, and only the details that are passed', () => {
    const refusal = new Refusal('otpWrong', 'The code is wrong.');
    expect(refusal).toMatchObject({ cause: 'otpWrong', message: 'The code is wrong.' });
    expect(refusal).toMatchObject({ name: 'Refusal', details: [] });
  });

  it('has all options that are passed', () => {
    const details = [{ pointer: '/phoneNumber', message: 'must be a string' }];
    const options = { details, retryAfter: 40, allow: ['POST'], mistake: 'otpUsed' as const };
    expect(new Refusal('invalidRequest', 'The body is wrong.', options)).toMatchObject(options);
  });
});

describe('an illegal state transition', () => {
  it('has the error name IllegalTransition', () => {
    expect(new IllegalTransition('kyc-transition', '3', 'No.').name).toBe('IllegalTransition');
  });
});

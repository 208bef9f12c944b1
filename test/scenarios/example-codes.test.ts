import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/scenarios/load.ts';
import { createDialect, createFlag, getUser, loadBase } from './loading.ts';

describe('§2.7 the built-in scenarios under a dialect with another flag catalogue', () => {
  it('use the codes of that dialect', async () => {
    const dialect = await createDialect({
      flags: {
        catalogue: [
          createFlag('F0000', null),
          createFlag('FR1', 'Fraud'),
          createFlag('KY1', 'KYC Review'),
          createFlag('KY2', 'KYC Review'),
          createFlag('TX1', 'Transaction Processing'),
        ],
      },
    });
    const base = await loadBase({ name: 'default' }, dialect);
    expect(getUser(base, 'kira').flags).toEqual(['FR1']);
    expect(getUser(base, 'liam').flags).toEqual(['FR1']);
    expect(getUser(base, 'iris').flags).toEqual(['KY2']);
    expect(getUser(base, 'paul').flags).toEqual(['TX1']);
    expect(getUser(base, 'jack').flags).toEqual(['F0000']);
  });

  it('do not use a code that has another category in that dialect', async () => {
    const dialect = await createDialect({
      flags: {
        catalogue: [
          createFlag('F0000', null),
          createFlag('T1001', 'Fraud'),
          createFlag('K1001', 'KYC Review'),
          createFlag('F1001', 'Transaction Processing'),
        ],
      },
    });
    const base = await loadBase({ name: 'default' }, dialect);
    expect(getUser(base, 'kira').flags).toEqual(['T1001']);
    expect(getUser(base, 'paul').flags).toEqual(['F1001']);
  });

  it('omit each user whose flag is not in the catalogue, with a warning', async () => {
    const dialect = await createDialect({
      flags: { catalogue: [createFlag('TX1', 'Transaction Processing')], withhold: [] },
    });
    const loaded = await loadScenario([{ name: 'default' }], dialect);
    if ('findings' in loaded) throw new Error('the scenario is invalid');
    // 5 of the 20 users of the default scenario are omitted.
    expect(loaded.base.users.size).toBe(15);
    const warnings = loaded.warnings.filter(({ rule }) => rule === 'omitted-user');
    expect(warnings).toHaveLength(5);
    expect(warnings[0]?.message).toContain('K1001');
  });

  it('have wallets of a type that the dialect accepts', async () => {
    const dialect = await createDialect({ wallet: { types: ['SOLANA'] } });
    const base = await loadBase({ name: 'default' }, dialect);
    expect(getUser(base, 'cleo').wallets[0]?.type).toBe('SOLANA');
  });

  it('have replaced codes, unlike user-defined scenarios', async () => {
    const dialect = await createDialect({
      flags: {
        catalogue: [createFlag('F0000', null), createFlag('TX1', 'Transaction Processing')],
      },
    });
    const document = {
      name: 'custom',
      users: [{ key: 'rita', emailAddress: 'r@example.test', flags: ['K1001'] }],
    };
    expect(await loadScenario([{ document }], dialect)).toMatchObject({
      findings: [{ rule: 'unknown-flag', pointer: '/users/0/flags/0' }],
    });
  });
});

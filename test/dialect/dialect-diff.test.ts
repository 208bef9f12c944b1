import { describe, expect, it } from 'vitest';
import { compareDialects, listKeyStates, type KnownDialect } from '../../src/dialect/diff.ts';
import { dialectKeys } from '../../src/dialect/keys.ts';
import { loadDialectDocument } from '../../src/dialect/load.ts';
import { isSameValue } from '../../src/dialect/same-value.ts';

async function createDialect(
  values: unknown,
  unknown: readonly string[] = [],
): Promise<KnownDialect> {
  const loaded = await loadDialectDocument({ version: 1, values, unknown });
  if ('findings' in loaded) throw new Error(loaded.findings.map(({ message }) => message).join());
  return { dialect: loaded.dialect, unknown: loaded.document.unknown ?? [] };
}

describe('compareDialects', () => {
  it('finds no difference between equivalent dialects', async () => {
    const left = await createDialect({
      wallet: { variant: 'either' },
      bearer: { accepts: ['session', 'client'] },
      session: { ttl: 'PT60M' },
      success: { status: { getUser: 200 } },
    });
    expect(compareDialects(left, await createDialect({}))).toEqual({
      differences: [],
      undecided: [],
    });
  });

  it('lists differences, including default values, in the order of the schema', async () => {
    const left = await createDialect({ errors: { status: { signature: 403 } } });
    const right = await createDialect({ wallet: { variant: 'network' } });
    expect(compareDialects(left, right).differences).toEqual([
      { key: 'wallet.variant', clause: '2.2', left: 'either', right: 'network' },
      { key: 'errors.status.signature', clause: '7', left: 403, right: 401 },
    ]);
  });

  it('does not count a key that is unknown in one dialect as a difference', async () => {
    const left = await createDialect({}, ['wallet.variant', 'otp.sms.ttl']);
    const right = await createDialect({ wallet: { variant: 'type' } }, [
      'otp.sms.ttl',
      'limits.sends',
    ]);
    const { differences, undecided } = compareDialects(left, right);
    expect(differences).toEqual([]);
    expect(undecided.map(({ key, unknownIn }) => [key, unknownIn])).toEqual([
      ['wallet.variant', 'left'],
      ['otp.sms.ttl', 'both'],
      ['limits.sends', 'right'],
    ]);
  });
});

describe('listKeyStates', () => {
  it('returns for every key whether it is changed, default, or unknown', async () => {
    const dialect = await createDialect({ wallet: { variant: 'type' } }, ['otp.sms.ttl']);
    const states = listKeyStates(dialect);
    expect(states.map(({ key }) => key)).toEqual(dialectKeys.map(({ key }) => key));
    expect(states.filter(({ state }) => state !== 'default')).toEqual([
      {
        key: 'wallet.variant',
        clause: '2.2',
        value: 'type',
        default: 'either',
        state: 'changed',
      },
      { key: 'otp.sms.ttl', clause: '8', value: 'PT10M', default: 'PT10M', state: 'unknown' },
    ]);
  });
});

describe('isSameValue', () => {
  it.each([
    [1, 1, true],
    ['1', 1, false],
    [[], {}, false],
    [null, {}, false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [['a', 'b'], ['b', 'a'], false],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(isSameValue(left, right)).toBe(expected);
    expect(isSameValue(right, left)).toBe(expected);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { findSchemaErrors } from '../../src/documents/schema-findings.ts';
import { findFlagCategory } from '../../src/domain/flags.ts';
import { getPackageFile } from '../../src/package-files.ts';
import { defaultScenario } from '../../src/scenarios/default-scenario.gen.ts';
import { readLibraryScenario } from '../../src/scenarios/library.ts';
import { loadScenario, toScenarioSource } from '../../src/scenarios/load.ts';
import { loadBase, getUser } from './loading.ts';

const files = readdirSync(getPackageFile('scenarios'));

/** The rules of the expected warnings; other scenarios have none. */
const WARNINGS: Readonly<Record<string, readonly string[]>> = {
  'kyc-unexplained.yaml': ['kyc-status-without-flag', 'kyc-status-without-flag'],
  'pairwise.yaml': Array.from({ length: 4 }, () => 'omitted-pair'),
};

function readText(file: string): string {
  return readFileSync(getPackageFile(`scenarios/${file}`), 'utf8');
}

describe('the built-in scenarios', () => {
  it.each(files)('%s contains its name and schema, and passes the check', async (file) => {
    const text = readText(file);
    expect(text.split('\n')[0]).toBe(
      '# yaml-language-server: $schema=../openapi/schemas/scenario.schema.json',
    );
    const value = parse(text) as { name: string };
    expect(`${value.name}.yaml`).toBe(file);
    expect(await findSchemaErrors('scenario', value)).toHaveProperty('isEmpty', true);
    for (const source of [{ file: getPackageFile(`scenarios/${file}`) }, { name: value.name }]) {
      const loaded = await loadScenario([source], defaultDialect);
      if ('findings' in loaded) throw new Error('the scenario is invalid');
      expect(loaded.warnings.map(({ rule }) => rule)).toEqual(WARNINGS[file] ?? []);
    }
  });

  it('include the default scenario as generated code, equal to its file', () => {
    expect(defaultScenario).toEqual(parse(readText('default.yaml')));
  });

  it.each(['defalt', '', '..', '../package', '/etc/hosts', 'default.yaml', 'constructor'])(
    'do not include %j',
    async (name) => {
      expect(await readLibraryScenario(name)).toMatchObject({
        findings: [{ rule: 'unknown-scenario', severity: 'error' }],
      });
    },
  );
});

describe('toScenarioSource', () => {
  it('treats a name with a dot or a slash as a file', () => {
    expect(toScenarioSource('kyc-in-review')).toEqual({ name: 'kyc-in-review' });
    expect(toScenarioSource('./mine')).toEqual({ file: './mine' });
    expect(toScenarioSource('mine.yaml')).toEqual({ file: 'mine.yaml' });
    expect(toScenarioSource('folder\\mine')).toEqual({ file: 'folder\\mine' });
  });
});

describe('the default scenario', async () => {
  const base = await loadBase([]);
  const users = [...base.users.values()];

  it('has both default clients, and links users to the first by default', () => {
    expect([...base.clients.values()]).toEqual([
      { id: 'wallet-app', secret: 'wallet-app-secret', accessToken: 'wallet-app-token' },
      { id: 'exchange-app', secret: 'exchange-app-secret', accessToken: 'exchange-app-token' },
    ]);
    expect(getUser(base, 'ada').linkedClients).toEqual(['wallet-app']);
  });

  it('§2.2, §3: has verified and unverified wallets with each network, and with a type', () => {
    const wallets = users.flatMap((user) => user.wallets);
    expect(new Set(wallets.map(({ network }) => network))).toEqual(
      new Set(['ETHEREUM', 'POLYGON', null]),
    );
    expect(new Set(wallets.map(({ type }) => type))).toEqual(new Set([null, 'EVM']));
    expect(new Set(wallets.map(({ status }) => status))).toEqual(
      new Set(['verified', 'unverified']),
    );
  });

  it('§1: has users with each sign-in method alone, and with all three', () => {
    const methods = users.map(({ wallets, phoneNumber, emailAddress }) =>
      [wallets.length > 0 && 'wallet', phoneNumber && 'sms', emailAddress && 'email']
        .filter(Boolean)
        .join(' '),
    );
    expect(methods).toEqual(expect.arrayContaining(['wallet', 'sms', 'email', 'wallet sms email']));
  });

  it('§2.7: has every flag, every KYC status, users without a KYC status, and every crypto status', () => {
    const flags = new Set(users.flatMap((user) => user.flags));
    expect(flags).toEqual(new Set(defaultDialect.flags.catalogue.map(({ code }) => code)));
    expect(new Set(users.map(({ kyc }) => kyc))).toEqual(
      new Set(['APPROVED', 'IN_REVIEW', 'DECLINED', null]),
    );
    const transactions = users.flatMap((user) => user.transactions);
    expect(new Set(transactions.map(({ cryptoStatus }) => cryptoStatus))).toEqual(
      new Set(['PENDING', 'COMPLETE', 'FAILED']),
    );
    expect(new Set(transactions.map(({ settles }) => settles?.outcome))).toEqual(
      new Set([undefined, 'success', 'failure']),
    );
  });

  it('§3.3: has a returned payment, which is COMPLETE and flagged', () => {
    const paul = getUser(base, 'paul');
    expect(paul.transactions).toMatchObject([{ cryptoStatus: 'COMPLETE', returned: true }]);
    expect(paul.flags.map((code) => findFlagCategory(code, defaultDialect))).toEqual([
      'Transaction Processing',
    ]);
  });

  it('§5.6: has a user linked only to the second client, and one linked to both', () => {
    expect(getUser(base, 'sara').linkedClients).toEqual(['exchange-app']);
    expect(getUser(base, 'gina').linkedClients).toEqual(['wallet-app', 'exchange-app']);
  });

  it('has phone numbers that end in the index of the user', () => {
    for (const [index, { phoneNumber }] of users.entries()) {
      if (phoneNumber !== null) expect(Number(phoneNumber.slice(-2))).toBe(index);
    }
  });
});

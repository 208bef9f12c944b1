import { describe, expect, it } from 'vitest';
import { findSchemaErrors } from '../../src/documents/schema-findings.ts';

/** Returns the findings about a scenario with this user: `pointer: message hint`. */
async function checkUser(user: unknown): Promise<string[]> {
  const lines = await checkScenario({ name: 'one', users: [user] });
  return lines.map((line) => line.replace('/users/0', ''));
}

async function checkScenario(scenario: unknown): Promise<string[]> {
  return (await findSchemaErrors('scenario', scenario)).findings.map(
    ({ pointer, message, hint }) => `${pointer}: ${message} ${hint}`,
  );
}

async function checkDialect(values: unknown): Promise<string[]> {
  return (await findSchemaErrors('dialect', { version: 1, values })).findings.map(
    ({ pointer, message, hint }) => `${pointer}: ${message} ${hint}`,
  );
}

describe('a valid document', () => {
  it('has no findings', async () => {
    expect(await checkScenario({ name: 'one' })).toEqual([]);
    expect(
      await checkUser({
        key: 'rita',
        wallets: [{ wallet: 0 }, { address: `0x${'a'.repeat(40)}` }],
      }),
    ).toEqual([]);
  });
});

describe('keys', () => {
  it('that are unknown get a suggestion if they resemble a known key', async () => {
    expect(await checkUser({ key: 'rita', emialAddress: 'r@example.test' })).toEqual([
      '/emialAddress: Unknown key "emialAddress". Did you mean emailAddress?',
    ]);
  });

  it('that resemble no known key list the known keys', async () => {
    expect(await checkUser({ key: 'rita', kyc: { status: 'APPROVED', reason: 'none' } })).toEqual([
      '/kyc/reason: Unknown key "reason". Known keys: status.',
    ]);
  });

  it('with dots get the hint to write nested maps', async () => {
    expect(await checkDialect({ 'otp.sms.codeField': 'code' })).toEqual([
      '/values/otp.sms.codeField: Unknown key "otp.sms.codeField". Write it as nested maps: otp: { sms: { codeField: ... } }.',
    ]);
  });

  it('of an inner map get the hint to move them there', async () => {
    expect(await checkUser({ key: 'rita', status: 'APPROVED' })).toEqual([
      '/status: Unknown key "status". Move it under kyc.',
    ]);
    expect(await checkDialect({ email: {} })).toEqual([
      '/values/email: Unknown key "email". Move it under otp or masks.',
    ]);
  });

  it('named version get no hint to move them, since the document can be of another kind', async () => {
    expect(await checkScenario({ name: 'my-app', version: '1.0.0' })).toEqual([
      expect.stringMatching(/^\/version: Unknown key "version"\. Known keys: /),
    ]);
  });

  it('that are missing have their description in the hint', async () => {
    const [finding] = await checkUser({});
    expect(finding).toMatch(/^: Missing key "key"\. Add the key\. key: Name of the user/);
  });

  it('that are misspelled get one finding, not two', async () => {
    expect(await checkUser({ key: 'rita', kyc: { state: 'APPROVED' } })).toEqual([
      expect.stringMatching(/^\/kyc\/state: .*Did you mean status\?$/),
    ]);
  });

  it('that are missing have one finding for each key', async () => {
    expect(await checkScenario({ name: 'one', clients: [{ id: 'app' }] })).toEqual([
      expect.stringContaining(
        '/clients/0: Missing key "secret". Add the key. secret: Value of the header service-client-secret: up to 256 visible ASCII characters.',
      ),
      expect.stringContaining(
        '/clients/0: Missing key "accessToken". Add the key. accessToken: Bearer token of the client: letters, digits and any of - . _ ~ + / (RFC 6750).',
      ),
    ]);
  });

  it('that require another key are reported with it', async () => {
    const [finding] = await checkUser({ key: 'rita', updateTime: '2026-01-15T10:00:00.000Z' });
    expect(finding).toContain(
      ': "updateTime" requires "createTime". Add createTime, or remove updateTime.',
    );
  });

  it('with names of built-in properties are unknown too', async () => {
    const value = JSON.parse('{"name": "one", "__proto__": 1, "constructor": 2}') as unknown;
    expect((await checkScenario(value)).map((line) => line.split(':')[0])).toEqual([
      '/__proto__',
      '/constructor',
    ]);
  });
});

describe('values', () => {
  it.each([
    ['kyc', { status: 'REJECTED' }, 'Did you mean DECLINED?'],
    ['kyc', { status: 'in-review' }, 'Did you mean IN_REVIEW?'],
    ['kyc', { status: 'PENDING' }, 'Did you mean IN_REVIEW?'],
    ['wallets', [{ wallet: 0, status: 'confirmed' }], 'Did you mean verified?'],
    ['wallets', [{ wallet: 0, network: 'MATIC' }], 'Did you mean POLYGON?'],
    ['transactions', [{ key: 't', cryptoStatus: 'REJECTED' }], 'Did you mean FAILED?'],
    ['transactions', [{ key: 't', cryptoStatus: 'SETTLED' }], 'Did you mean COMPLETE?'],
  ])(
    'of other services get the value of the interface as suggestion: %s %j',
    async (key, value, hint) => {
      const findings = await checkUser({ key: 'rita', [key]: value });
      expect(findings).toEqual([expect.stringContaining(hint)]);
    },
  );

  it.each(['0x1234', `0x${'a'.repeat(41)}`, '1'.repeat(40), `0x${'a'.repeat(39)}g`])(
    'that are invalid addresses are reported with the number of digits: %s',
    async (address) => {
      const findings = await checkUser({ key: 'rita', wallets: [{ address }] });
      expect(findings).toEqual([
        expect.stringContaining('Expected 0x and 40 hexadecimal digits, got "'),
      ]);
    },
  );

  it('of an enum get a suggestion', async () => {
    expect(await checkUser({ key: 'rita', kyc: { status: 'approvd' } })).toEqual([
      '/kyc/status: Expected one of APPROVED, IN_REVIEW, DECLINED, got "approvd". Did you mean APPROVED?',
    ]);
  });

  it('that YAML parsed as numbers are reported with the hint to quote them', async () => {
    expect(await checkUser({ key: 'rita', phoneNumber: 12025550143 })).toEqual([
      '/phoneNumber: Expected a string, got 12025550143. Put it in quotes.',
    ]);
  });

  it('of another type get the hint to remove the quotes only if that fixes the error', async () => {
    expect(await checkUser({ key: 'rita', wallets: [{ wallet: '0' }] })).toEqual([
      '/wallets/0/wallet: Expected a whole number, got "0". Remove the quotes.',
    ]);
    expect(await checkUser({ key: 'rita', flags: '1001' })).toEqual([
      '/flags: Expected a list, got "1001". Write one item per line after "- ", or all items in [ ].',
    ]);
  });

  it('that are not allowed are named', async () => {
    expect((await checkDialect({ user: { names: { kyc: 'none' } } }))[0]).toMatch(
      /^\/values\/user\/names\/kyc: "none" is not allowed here\./,
    );
  });

  it('that exceed the maximum size of a map are reported in one finding', async () => {
    const codes = Array.from({ length: 10_001 }, (_, index) => [
      `u${index}@example.test`,
      '123456',
    ]);
    const [finding, ...others] = await checkScenario({
      name: 'one',
      fixedCodes: Object.fromEntries(codes) as unknown,
    });
    expect(finding).toMatch(/^\/fixedCodes: Expected at most 10000 keys, got \{/);
    expect(others).toEqual([]);
  });

  it('of another type are reported with the expected type', async () => {
    expect((await checkScenario({ name: 'one', users: null }))[0]).toContain(
      '/users: Expected a list, got no value. Write one item per line',
    );
    expect((await checkScenario({ name: 'one', users: {} }))[0]).toContain(
      '/users: Expected a list, got {}. Write one item per line',
    );
    expect(await checkScenario(5)).toEqual([expect.stringMatching(/^: Expected a map, got 5\./)]);
  });

  it.each([
    ['phoneNumber', '12025550143'],
    ['phoneNumber', '+1 202 555 0143'],
    ['phoneNumber', '+1202555'],
    ['emailAddress', 'rita'],
    ['emailAddress', `${'r'.repeat(250)}@example.test`],
    ['id', '8F14E45F-CEEA-467F-9CDE-1B2A3C4D5E6F'],
    ['createTime', '2026-02-30T10:00:00Z'],
    ['createTime', '2026-01-15T10:00:00+01:00'],
    ['createTime', '2026-01-15'],
    ['key', '0rita'],
    ['key', 'rita example'],
  ])('%s is rejected if it is %s', async (key, value) => {
    expect(await checkUser({ key: 'rita', [key]: value })).toHaveLength(1);
  });

  it('that are not a duration are reported with the reason', async () => {
    const settles = { after: 'P1M', outcome: 'success' };
    const [finding] = await checkUser({
      key: 'rita',
      transactions: [{ key: 't1', cryptoStatus: 'PENDING', settles }],
    });
    expect(finding).toMatch(
      /Expected an ISO 8601 duration, such as PT30S, got "P1M"\. A duration cannot have years or months/,
    );
  });

  it('that are listed twice are reported at the second position', async () => {
    expect(await checkUser({ key: 'rita', flags: ['F0000', 'K1001', 'F0000'] })).toEqual([
      expect.stringMatching(/^\/flags\/2: "F0000" is listed twice\./),
    ]);
  });

  it('that are long are truncated', async () => {
    const [finding] = await checkUser({ key: 'r'.repeat(1000) });
    expect(finding?.length).toBeLessThan(300);
  });

  it('cite the clause of their key, or else of the nearest map or list with a clause', async () => {
    const user = { key: 5, phoneNumber: '1', personalInformation: { firstName: 1 } };
    const scenario = { name: 'one', users: [user] };
    const { findings } = await findSchemaErrors('scenario', scenario);
    expect(findings.map(({ pointer, clause }) => [pointer, clause])).toEqual([
      ['/users/0/key', '2.7'],
      ['/users/0/phoneNumber', '2.5'],
      ['/users/0/personalInformation/firstName', '7.2'],
    ]);
  });
});

describe('a value with alternative forms', () => {
  it('is compared with the form that it resembles most', async () => {
    const wallets = [
      { wallet: -1 },
      { wallet: 0, netwrk: 'POLYGON' },
      { address: '0x12', network: 'POLYGON' },
      { adress: `0x${'a'.repeat(40)}` },
    ];
    expect((await checkUser({ key: 'rita', wallets })).map((line) => line.split('.')[0])).toEqual([
      '/wallets/0/wallet: Expected at least 0, got -1',
      '/wallets/1/netwrk: Unknown key "netwrk"',
      '/wallets/2/address: Expected 0x and 40 hexadecimal digits, got "0x12"',
      '/wallets/3/adress: Unknown key "adress"',
    ]);
    expect((await checkUser({ key: 'rita', wallets: [{ adress: 'x' }] }))[0]).toContain(
      'Did you mean address?',
    );
  });

  it('is reported if no form or more than one form matches', async () => {
    for (const wallet of [{}, { wallet: 0, address: `0x${'a'.repeat(40)}` }, 'ETHEREUM', null]) {
      expect(await checkUser({ key: 'rita', wallets: [wallet] })).toEqual([
        expect.stringContaining('Expected a map with wallet, or a map with address, got '),
      ]);
    }
  });

  it('is compared with the map form only if the value is a map', async () => {
    expect((await checkDialect({ user: { identifiedBy: { query: '1' } } }))[0]).toMatch(
      /^\/values\/user\/identifiedBy\/query: Expected 1 to 64 letters, digits, underscores and hyphens, starting with a letter or underscore, got "1"\./,
    );
    expect((await checkDialect({ user: { identifiedBy: { qury: 'id' } } }))[0]).toContain(
      'Did you mean query?',
    );
    expect((await checkDialect({ success: { status: { getUser: 204 } } }))[0]).toMatch(
      /^\/values\/success\/status\/getUser: Expected one of 200, 201, 202, got 204\./,
    );
    expect((await checkDialect({ success: { status: 204 } }))[0]).toContain(
      '/values/success/status: Expected 200, 201, 202, or a map, got 204. status: HTTP status of success: 200, 201 or 202 for all operations, or a status per operation, such as {sendSmsOtp: 202} (other operations: 200).',
    );
  });
});

it('all errors of a document are reported together, one per position', async () => {
  const users = [{ kay: 'rita' }, { key: 'sam', kyc: {} }, { key: 'kim', phoneNumber: 'x' }];
  // nme, kay, kyc and phoneNumber.
  expect(await checkScenario({ nme: 'one', users })).toHaveLength(4);
});

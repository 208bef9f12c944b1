'use strict';

const { startSandbox } = require('flagbearer');

const { openByEmail } = require('../src/app.js');
const { createService } = require('../src/service.js');

let sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7 });
});
afterAll(() => sandbox.close());

let workspace;
let service;
beforeEach(async () => {
  workspace = await sandbox.workspace();
  service = createService({ ...workspace.client(), url: workspace.url });
});
afterEach(() => workspace.close());

const readCode = async (to) => (await workspace.inbox.waitFor({ to, channel: 'email' })).code;

test('the code from the email opens the account', async () => {
  const screen = await openByEmail(service, 'finn@example.test', () =>
    readCode('finn@example.test'),
  );
  expect(screen).toEqual({ messages: [], canPay: true, history: [] });
});

test('a wrong code does not open the account', async () => {
  expect(await openByEmail(service, 'finn@example.test', async () => '000000')).toBeNull();
});

test('an expired code does not open the account', async () => {
  const screen = await openByEmail(service, 'finn@example.test', async () => {
    const code = await readCode('finn@example.test');
    await workspace.clock.advance('PT1H');
    return code;
  });
  expect(screen).toBeNull();
});

test.each([
  ['hugo', 'We are checking your documents.', true],
  ['iris', 'We could not verify you.', true],
  ['kira', 'Your account is restricted.', false],
  ['olga', 'Your payment did not go through.', true],
  ['paul', 'Your bank has returned a payment.', true],
])('the account of %s shows: %s', async (name, message, canPay) => {
  const to = `${name}@example.test`;
  const screen = await openByEmail(service, to, () => readCode(to));
  expect(screen).toMatchObject({ messages: [message], canPay });
});

test('a failed payment is shown at the next sign-in', async () => {
  const to = 'mona@example.test';
  expect(await openByEmail(service, to, () => readCode(to))).toMatchObject({
    history: ['PENDING'],
  });
  const { transactions } = await workspace.users.get('mona');
  await workspace.transactions.fail(transactions[0]);
  expect(await openByEmail(service, to, () => readCode(to))).toMatchObject({
    messages: ['Your payment did not go through.'],
    history: ['FAILED'],
  });
});

test('the app repeats a request after a temporary outage', async () => {
  const match = { operation: 'getUser' };
  await workspace.faults.set([{ match, effect: { status: 503 }, times: 2 }]);
  const screen = await openByEmail(service, 'finn@example.test', () =>
    readCode('finn@example.test'),
  );
  expect(screen).not.toBeNull();
  expect((await workspace.faults.list())[0].hits).toBe(2);
});

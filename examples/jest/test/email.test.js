'use strict';

const { startSandbox } = require('flagbearer');

const { openByEmail } = require('../src/app.js');
const { serviceAt } = require('../src/service.js');

let sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7 });
});
afterAll(() => sandbox.close());

let workspace;
let service;
beforeEach(async () => {
  workspace = await sandbox.workspace();
  service = serviceAt({ ...workspace.client(), url: workspace.url });
});
afterEach(() => workspace.close());

const codeTo = async (to) => (await workspace.inbox.waitFor({ to, channel: 'email' })).code;

test('the code of the email opens the account', async () => {
  const screen = await openByEmail(service, 'finn@example.test', () => codeTo('finn@example.test'));
  expect(screen).toEqual({ messages: [], canPay: true, history: [] });
});

test('a wrong code does not', async () => {
  expect(await openByEmail(service, 'finn@example.test', async () => '000000')).toBeNull();
});

test('a code that is too old does not', async () => {
  const screen = await openByEmail(service, 'finn@example.test', async () => {
    const code = await codeTo('finn@example.test');
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
])('%s reads: %s', async (name, message, canPay) => {
  const to = `${name}@example.test`;
  const screen = await openByEmail(service, to, () => codeTo(to));
  expect(screen).toMatchObject({ messages: [message], canPay });
});

test('a payment that fails is told when the user comes back', async () => {
  const to = 'mona@example.test';
  expect(await openByEmail(service, to, () => codeTo(to))).toMatchObject({ history: ['PENDING'] });
  const { transactions } = await workspace.users.get('mona');
  await workspace.transactions.fail(transactions[0]);
  expect(await openByEmail(service, to, () => codeTo(to))).toMatchObject({
    messages: ['Your payment did not go through.'],
    history: ['FAILED'],
  });
});

test('an outage that passes is not noticed', async () => {
  const match = { operation: 'getUser' };
  await workspace.faults.set([{ match, effect: { status: 503 }, times: 2 }]);
  const screen = await openByEmail(service, 'finn@example.test', () => codeTo('finn@example.test'));
  expect(screen).not.toBeNull();
  expect((await workspace.faults.list())[0].hits).toBe(2);
});

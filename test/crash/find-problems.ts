/** Compares the state of a sandbox after a crash with the requests that it accepted before. */
import type { Ledger, Person, Progress, TrackedRequest, WorkspaceEntry } from './ledger.ts';
import { createSandboxClient, type SandboxClient } from './writer.ts';

/** Returns the problems: lost data, incomplete changes, and codes or challenges that can be used twice. */
export async function findProblems(
  sandboxUrl: string,
  { people, workspaces }: Pick<Ledger, 'people' | 'workspaces'>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const entry of workspaces) problems.push(...(await checkWorkspace(sandboxUrl, entry)));
  const possiblyDeleted = new Set(
    workspaces.filter(({ deleted }) => deleted !== 'not sent').map(({ name }) => name),
  );
  // Eight people at a time, because the machine rejects too many concurrent connections.
  const queue = people.filter(({ workspace }) => !possiblyDeleted.has(workspace)).values();
  const checkPeople = async (): Promise<void> => {
    for (const person of queue) {
      const client = createSandboxClient(sandboxUrl, person.workspace);
      for (const problem of await checkPerson(client, person))
        problems.push(`${person.workspace}/${person.email}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, checkPeople));
  return problems;
}

async function checkWorkspace(
  sandboxUrl: string,
  { name, created, deleted }: WorkspaceEntry,
): Promise<string[]> {
  const { status } = await createSandboxClient(sandboxUrl, name).control('/health');
  if (deleted === 'accepted') return status === 404 ? [] : [`workspace ${name} exists again`];
  if (deleted === 'not sent' && created === 'accepted' && status !== 200) {
    return [`workspace ${name} is lost`];
  }
  return status === 200 || status === 404 ? [] : [`workspace ${name} returns ${status}`];
}

async function checkPerson(client: SandboxClient, person: Person): Promise<string[]> {
  if (person.signIn === undefined) return [];
  const { address } = person.wallet;
  const problems = await checkTrackedRequest(client, 'sign-in', person.signIn, () =>
    hasUser(client, address),
  );
  const { status, body: user } = await client.control(`/users/${address}`);
  if (status !== 200) return problems;

  const check = (problem: string, isCorrect: boolean): void => {
    if (!isCorrect) problems.push(`${problem}: ${JSON.stringify(user)}`);
  };
  const findWalletStatus = (wallet: string): string | undefined =>
    user.wallets.find((entry: { address: string }) => entry.address === wallet)?.status;
  check('the wallet is not verified', findWalletStatus(address) === 'verified');
  check('the client is not linked', user.linkedClients.includes('wallet-app'));
  if (person.userId !== undefined)
    check('the wallet belongs to another user', user.id === person.userId);
  if (person.sessionJwt !== undefined) {
    const read = await client.sendAs('wallet-app', '/user', undefined, person.sessionJwt);
    if (read.status !== 200) problems.push(`the session is lost: ${read.status}`);
  }
  check(
    'the second wallet is lost',
    isConsistent(person.addWallet, findWalletStatus(person.secondWallet) !== undefined),
  );
  if (person.link !== undefined) {
    const isLinked = () => isLinkedTo(client, address, 'exchange-app');
    problems.push(...(await checkTrackedRequest(client, 'link', person.link, isLinked)));
  }
  problems.push(...(await checkEmail(client, person)));

  const flags = new Set<string>(user.flags.map((flag: { code: string }) => flag.code));
  const isDeclined = user.kyc?.status === 'DECLINED';
  // A request sets a status together with its flag. A status without its flag, or the reverse, is incomplete.
  check('the KYC status is incomplete', isDeclined === flags.has('K1001'));
  check('the KYC status is lost', isConsistent(person.kyc, isDeclined));
  const transactions: { id: string; cryptoStatus: string }[] = user.transactions;
  check('the transaction is lost', isConsistent(person.transaction, transactions.length === 1));
  const isFailed = transactions[0]?.cryptoStatus === 'FAILED';
  check('the settlement is incomplete', isFailed === flags.has('T1001'));
  check('the settlement is lost', isConsistent(person.settle, isFailed));
  return problems;
}

async function checkEmail(
  client: SandboxClient,
  { email, emailSent, emailSignIn }: Person,
): Promise<string[]> {
  if (emailSent === undefined || emailSignIn === undefined) return [];
  const { body } = await client.control(`/inbox?to=${encodeURIComponent(email)}`);
  const hasMessage = body.items.some(
    (message: { code: string }) => message.code === emailSent.code,
  );
  return [
    ...(hasMessage ? [] : [`the message is lost: ${JSON.stringify(body.items)}`]),
    ...(await checkTrackedRequest(client, 'one-time password', emailSignIn, () =>
      hasUser(client, email),
    )),
  ];
}

/** Repeats a request. This must fail if the request was processed before the crash, and succeed otherwise. */
async function checkTrackedRequest(
  client: SandboxClient,
  name: string,
  request: TrackedRequest,
  isDone: () => Promise<boolean>,
): Promise<string[]> {
  const wasDone = await isDone();
  if (!isConsistent(request.progress, wasDone)) return [`the ${name} is lost`];
  const { status } = await client.sendAs(request.client, request.path, request.body);
  // The repeated request has been processed. The next crash must not undo it.
  request.progress = 'accepted';
  const problems: string[] = [];
  const expectedStatus = wasDone ? 401 : 200;
  if (status !== expectedStatus)
    problems.push(`the repeated ${name} returned ${status} instead of ${expectedStatus}`);
  if (!(await isDone())) problems.push(`the ${name} is not done after ${status}`);
  return problems;
}

/** Returns whether a state is possible. After a request without a response (`sent`), both are possible. */
function isConsistent(progress: Progress, isDone: boolean): boolean {
  return progress === 'sent' || isDone === (progress === 'accepted');
}

async function hasUser(client: SandboxClient, ref: string): Promise<boolean> {
  return (await client.control(`/users/${encodeURIComponent(ref)}`)).status === 200;
}

async function isLinkedTo(client: SandboxClient, ref: string, clientId: string): Promise<boolean> {
  const { body } = await client.control(`/users/${encodeURIComponent(ref)}`);
  return body.linkedClients.includes(clientId);
}

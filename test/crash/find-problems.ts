/** Compares the state of a sandbox after a crash with its responses before. */
import type { Ledger, Person, Progress, Use, WorkspaceEntry } from './ledger.ts';
import { createSandboxClient } from './writer.ts';
import type { SandboxClient } from './writer.ts';

/** @returns what was lost, is incomplete, or could be used twice */
export async function findProblems(
  sandbox: string,
  { people, workspaces }: Pick<Ledger, 'people' | 'workspaces'>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const entry of workspaces) problems.push(...(await checkWorkspace(sandbox, entry)));
  const gone = new Set(
    workspaces.filter(({ deleted }) => deleted !== 'not sent').map(({ name }) => name),
  );
  const there = people.filter(({ workspace }) => !gone.has(workspace));
  // Few at a time: the machine refuses too many connections at once.
  const queue = there.values();
  const checkPeople = async (): Promise<void> => {
    for (const person of queue) {
      const found = await checkPerson(createSandboxClient(sandbox, person.workspace), person);
      const about = `${person.workspace}/${person.email}`;
      problems.push(...found.map((problem) => `${about}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: 8 }, checkPeople));
  return problems;
}

async function checkWorkspace(
  sandbox: string,
  { name, created, deleted }: WorkspaceEntry,
): Promise<string[]> {
  const { status } = await createSandboxClient(sandbox, name).control('/health');
  if (deleted === 'accepted') return status === 404 ? [] : [`workspace ${name} exists again`];
  if (deleted === 'not sent' && created === 'accepted' && status !== 200) {
    return [`workspace ${name} is lost`];
  }
  return status === 200 || status === 404 ? [] : [`workspace ${name} returns ${status}`];
}

async function checkPerson(caller: SandboxClient, person: Person): Promise<string[]> {
  if (person.signIn === undefined) return [];
  const { address } = person.wallet;
  const problems = await checkUse(caller, 'sign-in', person.signIn, () => hasUser(caller, address));
  const { status, body: user } = await caller.control(`/users/${address}`);
  if (status !== 200) return problems;

  const check = (what: string, isCorrect: boolean): void => {
    if (!isCorrect) problems.push(`${what}: ${JSON.stringify(user)}`);
  };
  const findWalletStatus = (of: string): string | undefined =>
    user.wallets.find((each: { address: string }) => each.address === of)?.status;
  check('the wallet is not verified', findWalletStatus(address) === 'verified');
  check('the client is not linked', user.linkedClients.includes('wallet-app'));
  if (person.userId !== undefined) check('it is another user', user.id === person.userId);
  if (person.sessionJwt !== undefined) {
    const read = await caller.sendAs('wallet-app', '/user', undefined, person.sessionJwt);
    if (read.status !== 200) problems.push(`the session is lost: ${read.status}`);
  }
  check(
    'the second wallet is lost',
    isConsistent(person.addWallet, findWalletStatus(person.secondWallet) !== undefined),
  );
  if (person.link !== undefined) {
    const isLinked = (): Promise<boolean> => isLinkedTo(caller, address, 'exchange-app');
    problems.push(...(await checkUse(caller, 'link', person.link, isLinked)));
  }
  problems.push(...(await checkEmail(caller, person)));

  const flags = new Set<string>(user.flags.map((flag: { code: string }) => flag.code));
  const isDeclined = user.kyc?.status === 'DECLINED';
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
  caller: SandboxClient,
  { email, emailSent, emailSignIn }: Person,
): Promise<string[]> {
  if (emailSent === undefined || emailSignIn === undefined) return [];
  const { body } = await caller.control(`/inbox?to=${encodeURIComponent(email)}`);
  const isThere = body.items.some((message: { code: string }) => message.code === emailSent.code);
  return [
    ...(isThere ? [] : [`the message is lost: ${JSON.stringify(body.items)}`]),
    ...(await checkUse(caller, 'one-time password', emailSignIn, () => hasUser(caller, email))),
  ];
}

/** Used codes stay used; a code whose request had no response is used, or can be used once. */
async function checkUse(
  caller: SandboxClient,
  what: string,
  use: Use,
  isDone: () => Promise<boolean>,
): Promise<string[]> {
  const before = await isDone();
  if (!isConsistent(use.progress, before)) return [`the ${what} is lost`];
  const { status } = await caller.sendAs(use.client, use.path, use.body);
  const expected = before ? 401 : 200;
  const after = await isDone();
  use.progress = 'accepted';
  return [
    ...(status === expected
      ? []
      : [`the ${what} was ${before ? 'done' : 'not done'}, then: ${status}`]),
    ...(after ? [] : [`the ${what} is not done after ${status}`]),
  ];
}

function isConsistent(progress: Progress, isDone: boolean): boolean {
  return progress === 'sent' || isDone === (progress === 'accepted');
}

async function hasUser(caller: SandboxClient, ref: string): Promise<boolean> {
  return (await caller.control(`/users/${encodeURIComponent(ref)}`)).status === 200;
}

async function isLinkedTo(caller: SandboxClient, ref: string, client: string): Promise<boolean> {
  const { body } = await caller.control(`/users/${encodeURIComponent(ref)}`);
  return body.linkedClients.includes(client);
}

/** Creates workspaces and users in a sandbox until the sandbox crashes. A ledger records the accepted requests. */
import { Wallet } from 'ethers';

import { toNetworkIdentity, sendRequest } from '../sandbox.ts';
import type { HttpResponse } from '../sandbox.ts';
import type { Ledger, Person, TrackedRequest, WorkspaceEntry } from './ledger.ts';

/** A response is missing or has an unexpected status. The sandbox may have processed the request. */
class FailedRequest extends Error {}

export interface SandboxClient {
  sendAs(clientId: string, path: string, body: unknown, bearer?: string): Promise<HttpResponse>;
  control(path: string, body?: unknown, method?: string): Promise<HttpResponse>;
}

export function createSandboxClient(sandboxUrl: string, workspace: string): SandboxClient {
  const url = workspace === 'default' ? sandboxUrl : `${sandboxUrl}/w/${workspace}`;
  return {
    sendAs: (clientId, path, body, bearer) =>
      requireResponse(
        sendRequest(`${url}${path}`, {
          body,
          headers: {
            'service-client-id': clientId,
            'service-client-secret': `${clientId}-secret`,
            authorization: bearer && `Bearer ${bearer}`,
          },
        }),
      ),
    control: (path, body, method) =>
      requireResponse(
        sendRequest(`${url}/sandbox${path}`, { body, ...(method === undefined ? {} : { method }) }),
      ),
  };
}

/** @throws FailedRequest if the connection breaks or the status is 503 */
async function requireResponse(pending: Promise<HttpResponse>): Promise<HttpResponse> {
  const response = await pending.catch((error: unknown) => {
    throw new FailedRequest('the connection broke', { cause: error });
  });
  if (response.status === 503) throw new FailedRequest(response.body.message);
  return response;
}

/** The number of people created so far. The key of each wallet is derived from this number. */
let personCount = 0;

/** Creates and changes one person after another until the sandbox stops. */
export async function sendRequestsUntilStopped(
  sandboxUrl: string,
  workspace: string,
  ledger: Ledger,
): Promise<void> {
  try {
    for (;;)
      await changePerson(
        createSandboxClient(sandboxUrl, workspace),
        createPerson(workspace, ledger),
        ledger,
      );
  } catch (error) {
    if (!(error instanceof FailedRequest)) throw error;
  }
}

/** Creates a workspace, then deletes the previous one. */
export async function createWorkspace(
  sandboxUrl: string,
  name: string,
  ledger: Ledger,
): Promise<'created' | 'failed'> {
  const { control } = createSandboxClient(sandboxUrl, 'default');
  const previous = ledger.workspaces.findLast(
    ({ created, deleted }) => created === 'accepted' && deleted === 'not sent',
  );
  const entry: WorkspaceEntry = { name, created: 'not sent', deleted: 'not sent' };
  ledger.workspaces.push(entry);
  try {
    entry.created = 'sent';
    expectStatus(ledger, 201, await control('/workspaces', { name }));
    entry.created = 'accepted';
    if (previous !== undefined) {
      previous.deleted = 'sent';
      const path = `/workspaces/${previous.name}`;
      expectStatus(ledger, 204, await control(path, undefined, 'DELETE'));
      previous.deleted = 'accepted';
    }
    return 'created';
  } catch (error) {
    if (error instanceof FailedRequest) return 'failed';
    throw error;
  }
}

export function createPerson(workspace: string, ledger: Ledger): Person {
  personCount += 1;
  const person: Person = {
    workspace,
    wallet: new Wallet(toHex(personCount, 64)),
    email: `person-${personCount}@example.test`,
    secondWallet: toHex(personCount, 40),
    addWallet: 'not sent',
    kyc: 'not sent',
    transaction: 'not sent',
    settle: 'not sent',
  };
  ledger.people.push(person);
  return person;
}

/** Returns a private key (64 digits) or a wallet address (40 digits) for a person. */
function toHex(person: number, digits: number): string {
  return `0x${person.toString(16).padStart(digits, '0')}`;
}

/**
 * Signs a person in by wallet and by email, adds a wallet, links another client, submits KYC, and lets a
 * transaction fail.
 *
 * @throws FailedRequest
 */
export async function changePerson(
  client: SandboxClient,
  person: Person,
  ledger: Ledger,
): Promise<void> {
  const { sendAs, control } = client;
  const requireStatus = (status: number, response: HttpResponse): HttpResponse => {
    expectStatus(ledger, status, response);
    return response;
  };
  const sendOnce = async (request: TrackedRequest): Promise<HttpResponse> => {
    request.progress = 'sent';
    const response = requireStatus(200, await sendAs(request.client, request.path, request.body));
    request.progress = 'accepted';
    return response;
  };
  const prepareAuthentication = async (clientId: string): Promise<TrackedRequest> => {
    const identity = toNetworkIdentity(person.wallet);
    const { body } = requireStatus(
      200,
      await sendAs(clientId, '/v1/auth/cryptoWallet:start', identity),
    );
    return {
      progress: 'not sent',
      client: clientId,
      path: '/v1/auth/cryptoWallet:authenticate',
      body: { ...identity, signature: await person.wallet.signMessage(body.challenge) },
    };
  };

  person.signIn = await prepareAuthentication('wallet-app');
  const { body: signedIn } = await sendOnce(person.signIn);
  person.userId = signedIn.userMask.id;
  person.sessionJwt = signedIn.sessionJwt;

  person.addWallet = 'sent';
  const secondWallet = { walletAddress: person.secondWallet, walletNetwork: 'POLYGON' };
  const path = '/v1/auth/cryptoWallet:addToUser';
  requireStatus(200, await sendAs('wallet-app', path, secondWallet, person.sessionJwt));
  person.addWallet = 'accepted';

  person.link = await prepareAuthentication('exchange-app');
  await sendOnce(person.link);

  const email = { emailAddress: person.email };
  const sent = requireStatus(200, await sendAs('wallet-app', '/v1/auth/otp/email:send', email));
  const inbox = requireStatus(200, await control(`/inbox?to=${encodeURIComponent(person.email)}`));
  const recordId: string = sent.body.emailId;
  const code: string = inbox.body.items.at(-1)?.code;
  person.emailSent = { code };
  person.emailSignIn = {
    progress: 'not sent',
    client: 'wallet-app',
    path: '/v1/auth/otp/email:authenticate',
    body: { emailId: recordId, otp: code },
  };
  await sendOnce(person.emailSignIn);

  const userPath = `/users/${person.userId}`;
  person.kyc = 'sent';
  requireStatus(
    200,
    await control(`${userPath}:submitKyc`, { outcome: 'DECLINED', flags: ['K1001'] }),
  );
  person.kyc = 'accepted';

  person.transaction = 'sent';
  const submitted = requireStatus(201, await control(`${userPath}/transactions`, {}));
  person.transactionId = submitted.body.id;
  person.transaction = 'accepted';
  person.settle = 'sent';
  const settlePath = `/transactions/${person.transactionId}:settle`;
  requireStatus(200, await control(settlePath, { outcome: 'failure', flag: 'T1001' }));
  person.settle = 'accepted';
}

function expectStatus(ledger: Ledger, status: number, response: HttpResponse): void {
  ledger.countResponse();
  if (response.status === status) return;
  ledger.problems.push(
    `status ${response.status} instead of ${status}: ${JSON.stringify(response.body)}`,
  );
  throw new FailedRequest('unexpected status');
}

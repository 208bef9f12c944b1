import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { createEffectiveContract } from '../../src/contract/effective.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { sendRequest } from '../sandbox.ts';
import { corruptRequest, type RawRequest } from './corrupt-request.ts';
import { createRequestGenerator } from './contract-requests.ts';
import { createRandom, type Random } from './random.ts';
import { sendRaw, type RawOutcome } from './raw-connection.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Called after every 10 % of the requests. */
  onProgress?(requestCount: number): void;
}

export interface FuzzResult {
  readonly requestCount: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** Invalid responses, with their requests. */
  readonly problems: string[];
}

/** Number of simultaneous requests. */
const CONCURRENCY = 8;
/** Number of problems after which the run stops. */
const MAX_PROBLEMS = 20;
/** Number of requests between two resets of the sandbox. */
const RESET_INTERVAL = 250;

/** Sends hostile requests to a sandbox, and deletes the workspaces that they create. */
export async function runFuzz(
  url: string,
  { seed, requests, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const target = new URL(url);
  const statuses = new Map<string, number>();
  const problems: string[] = [];
  const random = createRandom(seed);
  const createNext = createGenerator(target, random);
  let requestCount = 0;

  await resetSandbox(url);
  async function sendNext(): Promise<void> {
    while (requestCount < requests && problems.length < MAX_PROBLEMS) {
      requestCount += 1;
      const requestNumber = requestCount;
      const raw = createNext();
      let outcome = await sendRaw(raw, target, 300);
      if (outcome.kind === 'closed' && raw.response === 'required') {
        // Perhaps the half-close after 300 ms was too early, or a fault from an earlier request closed the
        // connection.
        await resetSandbox(url);
        outcome = await sendRaw(raw, target, 5000);
      }
      const status = outcome.kind === 'responded' ? String(outcome.status) : outcome.kind;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const problem = findProblem(raw, outcome);
      if (problem !== undefined) problems.push(`${problem}: ${describeRequest(raw)}`);
      if (requestNumber % Math.ceil(requests / 10) === 0) onProgress?.(requestNumber);
      if (requestNumber % RESET_INTERVAL === 0) await resetSandbox(url);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
  await resetSandbox(url);
  return { requestCount, statuses, problems };
}

function createGenerator({ host }: URL, random: Random): () => RawRequest {
  const service = createEffectiveContract(defaultDialect);
  const generators = ['', '/w/w1'].flatMap((workspace) => [
    createRequestGenerator(service, workspace, random),
    createRequestGenerator(controlDocument, `${workspace}/sandbox`, random),
  ]);
  return () => {
    const request = random.pick(generators)();
    const headers = [
      ['Host', host],
      ['service-client-id', 'wallet-app'],
      ['service-client-secret', 'wallet-app-secret'],
      ['Authorization', 'Bearer wallet-app-token'],
      ['Accept', 'application/json'],
    ] as const;
    return corruptRequest(request, headers, random);
  };
}

/** Resets the workspace `default` and its faults, deletes all other workspaces, and creates `w1`. */
async function resetSandbox(url: string): Promise<void> {
  for (;;) {
    const { body } = await sendRequest(`${url}/sandbox/workspaces?limit=100`);
    const names: string[] = body.items.map(({ name }: { name: string }) => name);
    const namesToDelete = names.filter((name) => name !== 'default');
    for (const name of namesToDelete)
      await sendRequest(`${url}/sandbox/workspaces/${name}`, { method: 'DELETE' });
    // A shorter page is the last page.
    if (namesToDelete.length < 99) break;
  }
  await sendRequest(`${url}/sandbox/scenario`, { method: 'PUT', body: { name: 'default' } });
  await sendRequest(`${url}/sandbox/workspaces`, { body: { name: 'w1', scenario: 'default' } });
}

function findProblem({ response }: RawRequest, outcome: RawOutcome): string | undefined {
  switch (outcome.kind) {
    case 'hung':
      return 'no response in time';
    case 'unreachable':
      return 'the sandbox is unreachable';
    case 'closed':
      return response === 'required'
        ? `closed without a complete response ${outcome.text.slice(0, 200)}`
        : undefined;
    case 'responded':
      return checkResponse(outcome);
  }
}

function checkResponse({
  status,
  head,
  body,
}: Extract<RawOutcome, { kind: 'responded' }>): string | undefined {
  const isFaultOrChaos = /^flagbearer-(?:fault|chaos):/im.test(head);
  // Node responds with 505 to an unsupported HTTP version. The status is 0 if there is no status line.
  const isServerError = status >= 500 && status !== 505;
  if ((isServerError && !isFaultOrChaos) || status === 0)
    return `status ${status} ${body.slice(0, 200)}`;
  if (/^ +at .*:\d+:\d+/m.test(body) || /node_modules|file:\/\/\S+[.][jt]s/.test(body))
    return `a stack trace ${body.slice(0, 300)}`;
  if (/^set-cookie:/im.test(head)) return 'an injected Set-Cookie header';
  if (isFaultOrChaos || body === '' || !/^content-type: application\/json/im.test(head))
    return undefined;
  return isJson(body) ? undefined : `invalid JSON ${body.slice(0, 100)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function describeRequest({ name, bytes }: RawRequest): string {
  return `${name}\n${JSON.stringify(bytes.toString('latin1').slice(0, 1500))}`;
}

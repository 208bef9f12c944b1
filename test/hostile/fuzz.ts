/** Thousands of hostile requests to a sandbox, and what of its responses may not be. */
import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { createEffectiveContract } from '../../src/contract/effective.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { call } from '../sandbox.ts';
import { brokenCall } from './broken-bytes.ts';
import type { RawCall } from './broken-bytes.ts';
import { contractRequests } from './contract-requests.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { sendRaw } from './raw-connection.ts';
import type { RawOutcome } from './raw-connection.ts';

export interface Fuzzing {
  readonly seed: number;
  readonly requests: number;
  /** Called after each tenth of them. */
  tenth?(sent: number): void;
}

export interface FuzzResult {
  readonly sent: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** What may not be, with the request that shows it. */
  readonly problems: string[];
}

/** How many requests are under way at a time, as more than one caller would have them. */
const AT_ONCE = 8;

/** Sends the requests that a seed makes. The workspaces that they make are deleted as they go. */
export async function fuzz(url: string, { seed, requests, tenth }: Fuzzing): Promise<FuzzResult> {
  const target = new URL(url);
  const statuses = new Map<string, number>();
  const problems: string[] = [];
  const random = createRandom(seed);
  const nextCall = createCalls(target, random);
  let sent = 0;

  await calm(url);
  async function sender(): Promise<void> {
    while (sent < requests && problems.length < 20) {
      const number = (sent += 1);
      const raw = nextCall();
      let outcome = await sendRaw(raw, target, 300);
      if (outcome.kind === 'closed' && raw.response === 'awaited') {
        // A fault that another request has set may have cut it off, or the response takes its time.
        await calm(url);
        outcome = await sendRaw(raw, target, 5000);
      }
      const status = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const problem = findProblem(raw, outcome);
      if (problem !== undefined) problems.push(`${problem}: ${shown(raw)}`);
      if (number % Math.ceil(requests / 10) === 0) tenth?.(number);
      if (number % 250 === 0) await calm(url);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  await calm(url);
  return { sent, statuses, problems };
}

function createCalls({ host }: URL, random: Random): () => RawCall {
  const service = createEffectiveContract(defaultDialect);
  const makers = ['', '/w/w1'].flatMap((workspace) => [
    contractRequests(service, workspace, random),
    contractRequests(controlDocument, `${workspace}/sandbox`, random),
  ]);
  return () => {
    const request = random.pick(makers)();
    const headers = [
      ['Host', host],
      ['service-client-id', 'wallet-app'],
      ['service-client-secret', 'wallet-app-secret'],
      ['Authorization', 'Bearer wallet-app-token'],
      ['Accept', 'application/json'],
    ] as const;
    return brokenCall(request, headers, random);
  };
}

/** No faults, no chaos, no workspace but the ones that the next calls go to. */
async function calm(url: string): Promise<void> {
  for (;;) {
    const { body } = await call(`${url}/sandbox/workspaces?limit=100`);
    const names: string[] = body.items.map(({ name }: { name: string }) => name);
    const others = names.filter((name) => name !== 'default');
    for (const name of others)
      await call(`${url}/sandbox/workspaces/${name}`, { method: 'DELETE' });
    if (others.length < 99) break;
  }
  await call(`${url}/sandbox/scenario`, { method: 'PUT', body: { name: 'default' } });
  await call(`${url}/sandbox/workspaces`, { body: { name: 'w1', scenario: 'default' } });
}

function findProblem({ response }: RawCall, outcome: RawOutcome): string | undefined {
  switch (outcome.kind) {
    case 'hung':
      return 'no response in time';
    case 'unreachable':
      return 'the sandbox is gone';
    case 'closed':
      return response === 'awaited' && !outcome.text.startsWith('HTTP/1.1 ')
        ? 'closed without a response'
        : undefined;
    case 'answered':
      return checkResponse(outcome);
  }
}

function checkResponse({
  status,
  head,
  body,
}: Extract<RawOutcome, { kind: 'answered' }>): string | undefined {
  const isStruck = /^flagbearer-(?:fault|chaos):/im.test(head);
  // 505 is what Node says of another HTTP.
  if ((status >= 500 && status !== 505 && !isStruck) || status === 0)
    return `status ${status} ${body.slice(0, 200)}`;
  if (/^ +at .*:\d+:\d+/m.test(body) || /node_modules|file:\/\/\S+[.][jt]s/.test(body))
    return `a stack trace ${body.slice(0, 300)}`;
  if (/^set-cookie:/im.test(head)) return 'a header that was smuggled in';
  if (!isStruck && /^content-type: application\/json/im.test(head) && body !== '' && !isJson(body))
    return `no JSON ${body.slice(0, 100)}`;
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function shown({ name, bytes }: RawCall): string {
  return `${name}\n${JSON.stringify(bytes.toString('latin1').slice(0, 1500))}`;
}

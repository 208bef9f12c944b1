/** Defines operators. An operator changes a deployment so that it violates one rule of the interface. */
import type { OperationId } from '../../../src/contract/types.ts';
import {
  createResponse,
  isAccepted,
  withBody,
  type ProxyResponse,
  type ProxyRequest,
  type Exchange,
  type Fields,
  readClientId,
  parseFields,
} from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import type { Memory } from '../memory.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import { getUser, withUser } from '../user-object.ts';

export type Kind =
  | 'schema broken'
  | 'undocumented value'
  | 'format broken'
  | 'wrong content type'
  | 'missing field accepted'
  | 'wrong type accepted'
  | 'enum not checked'
  | 'auth bypassed'
  | 'valid request rejected'
  | "other user's data"
  | 'data withheld'
  | 'state not changed'
  | 'use after invalidation'
  | 'server error'
  | 'leak';

export interface Operator {
  /** A sentence about the behaviour of the deployment, without a full stop. */
  readonly name: string;
  /** Id of the violated rule in openapi/requirements.yaml. */
  readonly requirement: string;
  readonly kind: Kind;
  /** Returns whether the mutant changes anything in a deployment with these traits. Default: always. */
  applies?(traits: DeploymentTraits): boolean;
  readonly mutate: Mutate;
  /** Why a run without a declared dialect cannot distinguish the mutant from a legal deployment. */
  readonly undetectable?: string;
}

export function createOperator(
  requirement: string,
  kind: Kind,
  name: string,
  mutate: Mutate,
  applies?: Operator['applies'],
): Operator {
  return { name, requirement, kind, mutate, ...(applies && { applies }) };
}

/** Creates operators that violate a rule. `changes` contains a name and a change for each operator. */
export function createOperators(
  requirement: string,
  kind: Kind,
  changes: Readonly<Record<string, Mutate>>,
): Operator[] {
  return createOperatorsIf(undefined, requirement, kind, changes);
}

/** Creates operators that violate a rule in deployments for which `applies` returns true. */
export function createOperatorsIf(
  applies: Operator['applies'],
  requirement: string,
  kind: Kind,
  changes: Readonly<Record<string, Mutate>>,
): Operator[] {
  return Object.entries(changes).map(([name, mutate]) =>
    createOperator(requirement, kind, name, mutate, applies),
  );
}

export const acceptsNetwork = ({ accepts }: DeploymentTraits) => accepts.walletNetwork;
export const acceptsType = ({ accepts }: DeploymentTraits) => accepts.walletType;
export const isReadBySession = ({ user }: DeploymentTraits) => user.isReadBySession;
export const showsWallets = ({ user }: DeploymentTraits) => user.wallets !== null;
export const createsUsers = (traits: DeploymentTraits) => traits.createsUsers;

export const isOfSecondClient = ({ request, traits }: Exchange) =>
  readClientId(request) === traits.clients[1]?.clientId;

type Operations = OperationId | readonly OperationId[];

/** The operations that sign a user in. */
export const signIns = [
  'authenticateWallet',
  'authenticateSmsOtp',
  'authenticateEmailOtp',
] as const;

export function isRequestTo({ request }: Exchange, operations: Operations): boolean {
  return request.operation !== null && [operations].flat().includes(request.operation);
}

type When = (exchange: Exchange, memory: Memory, response: ProxyResponse) => boolean;

const always: When = () => true;

type ChangeResponse = (
  response: ProxyResponse,
  exchange: Exchange,
  memory: Memory,
) => ProxyResponse;

function changeResponse(operations: Operations, change: ChangeResponse): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    return isRequestTo(exchange, operations) ? change(response, exchange, memory) : response;
  };
}

export function changeSuccess(operations: Operations, change: ChangeResponse): Mutate {
  return changeResponse(operations, (response, exchange, memory) =>
    isAccepted(response) ? change(response, exchange, memory) : response,
  );
}

export function changeRefusal(operations: Operations, change: ChangeResponse): Mutate {
  return changeResponse(operations, (response, exchange, memory) =>
    isAccepted(response) ? response : change(response, exchange, memory),
  );
}

/** Changes the body of accepted responses. `change` may modify its argument. */
export function changeBody(
  operations: Operations,
  change: (body: Fields, exchange: Exchange, memory: Memory) => unknown,
): Mutate {
  return changeSuccess(operations, (response, exchange, memory) =>
    withBody(response, change(parseFields(response), exchange, memory)),
  );
}

/** Changes the user object in accepted user reads. `change` modifies its argument, or returns another user object. */
export function changeUser(
  change: (user: Fields, traits: DeploymentTraits, memory: Memory, exchange: Exchange) => unknown,
): Mutate {
  return changeBody('getUser', (body, exchange, memory) => {
    const { traits } = exchange;
    const user = getUser(body, traits);
    const changed = change(user, traits, memory, exchange);
    return changed === undefined ? body : withUser(body, traits, changed);
  });
}

/** Creates a change with its own state for each run. */
export function perRun(create: () => Mutate): Mutate {
  const runs = new WeakMap<Memory, Mutate>();
  return (exchange, memory) => {
    const mutate = runs.get(memory) ?? create();
    runs.set(memory, mutate);
    return mutate(exchange, memory);
  };
}

/** Replaces requests. If `change` returns null, the request is unchanged. */
export function changeRequest(
  operations: Operations,
  change: (request: ProxyRequest, exchange: Exchange, memory: Memory) => ProxyRequest | null,
): Mutate {
  return (exchange, memory) => {
    if (!isRequestTo(exchange, operations)) return exchange.forward();
    return exchange.forward(change(exchange.request, exchange, memory) ?? exchange.request);
  };
}

/** Returns the last accepted response of the operation instead of a rejection. */
export function acceptWhen(operations: Operations, when: When = always): Mutate {
  return changeRefusal(operations, (response, exchange, memory) =>
    when(exchange, memory, response)
      ? (memory.findLastResponse(exchange.request.operation) ?? response)
      : response,
  );
}

/** Replaces an accepted response with the previous accepted response of the operation. */
export function returnPreviousResponse(operation: OperationId, when: When = always): Mutate {
  return async (exchange, memory) => {
    const previous = memory.findLastResponse(operation);
    const response = await exchange.forward();
    const isReplaced =
      isRequestTo(exchange, operation) && isAccepted(response) && when(exchange, memory, response);
    return isReplaced ? (previous ?? response) : response;
  };
}

/**
 * Rejects requests to the operations without forwarding them. With `when`, forwards them, and rejects those that
 * match and that the deployment accepts.
 */
export function reject(operations: Operations, status = 400, when?: When): Mutate {
  return async (exchange, memory) => {
    if (!isRequestTo(exchange, operations)) return exchange.forward();
    const refusal = createResponse(status, { code: 'refused', message: 'request rejected' });
    if (when === undefined) return refusal;
    const response = await exchange.forward();
    return isAccepted(response) && when(exchange, memory, response) ? refusal : response;
  };
}

/** Rejects requests in the valid form, and accepts requests in an invalid form. */
export function acceptOnlyInvalidForm(
  operations: Operations,
  /** The status of the rejection. */
  status: number,
  /** Converts a request in the invalid form to a valid request. Returns null for a request to reject. */
  toValidRequest: (request: ProxyRequest, exchange: Exchange) => ProxyRequest | null,
): Mutate {
  return (exchange) => {
    if (!isRequestTo(exchange, operations)) return exchange.forward();
    const validRequest = toValidRequest(exchange.request, exchange);
    return validRequest === null
      ? Promise.resolve(createResponse(status, { code: 'refused', message: 'invalid form' }))
      : exchange.forward(validRequest);
  };
}

/** Returns 500 instead of a rejection. */
export function returnServerError(operations: Operations, when: When): Mutate {
  return changeRefusal(operations, (response, exchange, memory) =>
    when(exchange, memory, response)
      ? createResponse(500, { message: 'Internal Server Error' })
      : response,
  );
}

/** Returns the same accepted response to all concurrent requests. `name` identifies the group of requests. */
export function mixUpConcurrent(
  name: string,
  when: (exchange: Exchange, memory: Memory) => boolean,
): Mutate {
  return async (exchange, memory) => {
    if (!when(exchange, memory)) return exchange.forward();
    // Overlapping requests form a group, which ends with its last response.
    const group = (memory.get(name) ?? { pending: 0, responses: [] }) as {
      pending: number;
      responses: Promise<ProxyResponse>[];
    };
    memory.set(name, group);
    group.pending += 1;
    const ownResponse = exchange.forward();
    group.responses.push(ownResponse);
    const responses = await Promise.all([...group.responses]);
    // Waits, so that concurrent requests overlap on a fast machine.
    await new Promise((resolve) => setTimeout(resolve, 60));
    group.pending -= 1;
    if (group.pending === 0) memory.set(name, undefined);
    const response = await ownResponse;
    return isAccepted(response) ? responses.find(isAccepted)! : response;
  };
}

/** How a mutant is written: which rule it breaks, and how its proxy does that. */
import type { OperationId } from '../../../src/contract/words.ts';
import {
  answerWith,
  bodyOf,
  fieldsIn,
  isAccepted,
  withBody,
  type Answered,
  type Asked,
  type Exchange,
  type Fields,
} from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import type { Memory } from '../memory.ts';
import type { Words } from '../words.ts';

export type Kind =
  | 'schema broken'
  | 'undocumented value'
  | 'format broken'
  | 'wrong content type'
  | 'missing field accepted'
  | 'wrong type accepted'
  | 'enum not checked'
  | 'auth bypassed'
  | 'right call refused'
  | "other user's data"
  | 'data withheld'
  | 'state not changed'
  | 'use after invalidation'
  | 'server error'
  | 'leak';

export interface Operator {
  /** What the deployment does, as a sentence without its end. */
  readonly name: string;
  /** Id of the rule in openapi/requirements.yaml that it breaks. */
  readonly requirement: string;
  readonly kind: Kind;
  /** Whether it changes anything in a deployment with these words; in any, if it is left out. */
  applies?(words: Words): boolean;
  readonly mutate: Mutate;
  /**
   * Why a run that has to discover the dialect can't tell it from a legal deployment; it can where
   * the dialect is known.
   */
  readonly unseen?: string;
}

/** The operators of one topic, with the rule of each in front. */
export function operator(
  requirement: string,
  kind: Kind,
  name: string,
  mutate: Mutate,
  applies?: (words: Words) => boolean,
): Operator {
  return { name, requirement, kind, mutate, ...(applies && { applies }) };
}

type Operations = OperationId | readonly OperationId[];

export function hits({ asked }: Exchange, operations: Operations): boolean {
  return asked.operation !== null && [operations].flat().includes(asked.operation);
}

export const authOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
] as const satisfies readonly OperationId[];

export const allOperations = [...authOperations, 'getUser'] as const;

export const walletOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
] as const;

type When = (exchange: Exchange, memory: Memory, answer: Answered) => boolean;

const always: When = () => true;

/** Accepted answers have another body. `change` may write into the one it is given. */
export function answers(
  operations: Operations,
  change: (body: Fields, exchange: Exchange, memory: Memory) => unknown,
): Mutate {
  return async (exchange, memory) => {
    const answer = await exchange.forward();
    if (!hits(exchange, operations) || !isAccepted(answer)) return answer;
    return withBody(answer, change(fieldsIn(bodyOf(answer)), exchange, memory));
  };
}

/** Accepted answers are another response. */
export function rewrites(
  operations: Operations,
  change: (answer: Answered, exchange: Exchange, memory: Memory) => Answered,
): Mutate {
  return async (exchange, memory) => {
    const answer = await exchange.forward();
    if (!hits(exchange, operations) || !isAccepted(answer)) return answer;
    return change(answer, exchange, memory);
  };
}

/** Calls are read as other requests; null leaves one as it is. */
export function reads(
  operations: Operations,
  change: (asked: Asked, exchange: Exchange, memory: Memory) => Asked | null,
): Mutate {
  return (exchange, memory) =>
    exchange.forward(
      (hits(exchange, operations) && change(exchange.asked, exchange, memory)) || exchange.asked,
    );
}

/** What was refused is answered as the last valid request was. */
export function forgives(operations: Operations, when: When = always): Mutate {
  return async (exchange, memory) => {
    const answer = await exchange.forward();
    if (!hits(exchange, operations) || isAccepted(answer)) return answer;
    if (!when(exchange, memory, answer)) return answer;
    return memory.last(exchange.asked.operation) ?? answer;
  };
}

/** Valid requests are refused. */
export function refuses(operations: Operations, status = 400, when?: When): Mutate {
  return async (exchange, memory) => {
    if (!hits(exchange, operations)) return exchange.forward();
    const refusal = answerWith(status, { code: 'refused', message: 'No.' });
    if (when === undefined) return refusal;
    const answer = await exchange.forward();
    return isAccepted(answer) && when(exchange, memory, answer) ? refusal : answer;
  };
}

/** Valid requests are refused, and accepted when they are made in a way that is not the right one. */
export function takesInstead(
  operations: Operations,
  status: number,
  /** The valid request that another one stands for; null where it stands for none. */
  meant: (asked: Asked, exchange: Exchange) => Asked | null,
): Mutate {
  return (exchange) => {
    if (!hits(exchange, operations)) return exchange.forward();
    const right = meant(exchange.asked, exchange);
    return right === null
      ? Promise.resolve(answerWith(status, { code: 'refused', message: 'Not so.' }))
      : exchange.forward(right);
  };
}

/** What was refused breaks the server. */
export function breaks(operations: Operations, when: When): Mutate {
  return async (exchange, memory) => {
    const answer = await exchange.forward();
    if (!hits(exchange, operations) || isAccepted(answer)) return answer;
    return when(exchange, memory, answer)
      ? answerWith(500, { message: 'Internal Server Error' })
      : answer;
  };
}

/** Refusals have more in them. */
export function refusalsWith(
  operations: Operations,
  change: (answer: Answered, exchange: Exchange, memory: Memory) => Answered,
): Mutate {
  return async (exchange, memory) => {
    const answer = await exchange.forward();
    if (!hits(exchange, operations) || isAccepted(answer)) return answer;
    return change(answer, exchange, memory);
  };
}

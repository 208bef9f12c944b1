/** §5.4, §5.7: mutants for sends that contain a code, two numbers or a session whose user gets the number. */
import {
  findUserId,
  isAccepted,
  NONEXISTENT_USER_ID,
  parseFields,
  readText,
  withBody,
  withFields,
  withUserId,
  type Exchange,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Mutate } from '../mutate.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  acceptWhen,
  createOperators,
  createOperatorsIf,
  changeRequest,
  isRequestTo,
  type Operator,
} from './operator.ts';
import { findDestination, pairs, readCode } from './otp-pairs.ts';

const { sms, email } = pairs;

const addsNumber = (traits: DeploymentTraits) => traits.createsUsers && traits.addsNumber;

/** Returns the user whose session was the bearer token of the last send to the number of a request. */
const findSender = ({ request }: Exchange, memory: Memory) =>
  memory.get(`sender ${findDestination(request, sms, memory)}`);

/** Records the user of each send with a session. */
function recordSenders(mutate: Mutate): Mutate {
  return async (exchange, memory) => {
    if (isRequestTo(exchange, sms.send)) {
      const { request } = exchange;
      memory.set(`sender ${readText(request, 'phoneNumber')}`, memory.findUser(request));
    }
    return mutate(exchange, memory);
  };
}

/** Changes that remove a code from the fields of a send. */
const noCode = { otp: undefined, code: undefined, otpCode: undefined };

const suppliedCodes = [sms, email].flatMap((pair) =>
  createOperators(`${pair.clause}.otp.wrong-refused`, 'auth bypassed', {
    [`${pair.authenticate} accepts a code that the send contained`]: (exchange, memory) => {
      const { request } = exchange;
      const suppliedCode = readText(request, 'otp');
      const key = `supplied ${findDestination(request, pair, memory)}`;
      if (isRequestTo(exchange, pair.send) && suppliedCode !== '') {
        memory.set(key, suppliedCode);
        return exchange.forward(withFields(request, noCode));
      }
      return acceptWhen(pair.authenticate, () => memory.get(key) === readCode(exchange, pair))(
        exchange,
        memory,
      );
    },
  }),
);

export const addedNumbers: readonly Operator[] = [
  ...suppliedCodes,
  ...createOperators(sms.invalidDestinationRule, 'wrong type accepted', {
    'a list of two numbers is accepted': changeRequest(sms.send, (request) => {
      const { phoneNumber } = parseFields(request);
      return Array.isArray(phoneNumber) && phoneNumber.length === 2
        ? withFields(request, { phoneNumber: phoneNumber[0] })
        : null;
    }),
  }),
  ...createOperatorsIf(addsNumber, '5.4.sms.flow', 'state not changed', {
    'a number that is added to a user replaces the email address': recordSenders(
      async (exchange, memory) => {
        const response = await exchange.forward();
        if (!isAccepted(response)) return response;
        const sender = findSender(exchange, memory);
        if (isRequestTo(exchange, sms.authenticate) && typeof sender === 'string')
          memory.set(`has number ${sender}`, true);
        const hasNumber = memory.get(`has number ${findUserId(response)}`) === true;
        return isRequestTo(exchange, email.authenticate) && hasNumber
          ? withUserId(response, NONEXISTENT_USER_ID)
          : response;
      },
    ),
    'a send with a session takes the number from its owner': async (exchange, memory) => {
      const { request } = exchange;
      const response = await exchange.forward();
      const isSendWithSession =
        isRequestTo(exchange, sms.send) && memory.findUser(request) !== null;
      const number = findDestination(request, sms, memory);
      if (isSendWithSession && memory.get(`owned ${number}`) === true)
        memory.set(`taken ${number}`, true);
      if (!isRequestTo(exchange, sms.authenticate) || !isAccepted(response)) return response;
      memory.set(`owned ${number}`, true);
      return memory.get(`taken ${number}`) === true
        ? withUserId(response, NONEXISTENT_USER_ID)
        : response;
    },
  }),
  ...createOperatorsIf(addsNumber, '4.5.otp.one-time', 'use after invalidation', {
    'the code of a send with a session can be used again': recordSenders(
      acceptWhen(
        sms.authenticate,
        (exchange, memory) =>
          typeof findSender(exchange, memory) === 'string' &&
          memory.codeSignIns.has(exchange.request.text),
      ),
    ),
  }),
  ...createOperatorsIf(addsNumber, sms.maskRule, "other user's data", {
    'a send with a session returns the mask of the number that the user already has': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      if (!isRequestTo(exchange, sms.send) || !isAccepted(response)) return response;
      const user = memory.findUser(exchange.request);
      if (user === null) return response;
      const body = parseFields(response);
      const firstMask = memory.get(`mask of ${user}`) ?? body[sms.mask];
      memory.set(`mask of ${user}`, firstMask);
      return withBody(response, { ...body, [sms.mask]: firstMask });
    },
  }),
];

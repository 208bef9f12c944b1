import { ruleOfAcceptance } from '../refusal-requirement.ts';
import type { ResponseRule } from '../rule.ts';
import { isBreach, violation } from '../violation.ts';
import { ACCEPT } from './2.1-headers.ts';

/** §2, §4, §5.1: a request that has to be refused is not accepted. */
export const acceptedRequest: ResponseRule = {
  blames: 'deployment',
  on: 'accepted',
  check: ({ bodyFault, responseFault }, { inRequest }) => {
    if (responseFault !== undefined) return [];
    return inRequest.filter(isBreach).flatMap(({ rule, pointer, message }) => {
      const broken = ruleOfAcceptance(rule);
      // What cannot be decoded here may be decoded there. Whether a response in JSON is wanted is for
      // the client to say (§2.1).
      const isUnsure = pointer === '/body' && bodyFault?.kind === 'encoding';
      if (broken === undefined || isUnsure || pointer === ACCEPT) return [];
      const problem = `accepts an invalid request: ${pointer} ${message}`;
      return [violation('response', broken, { pointer: '/status', message: problem })];
    });
  },
};

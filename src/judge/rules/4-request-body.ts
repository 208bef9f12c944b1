import { operationRequirements } from '../../contract/requirement-ids.gen.ts';
import type { Detail } from '../../contract/words.ts';
import { Refusal } from '../../domain/errors.ts';
import { queryOf } from '../../http/request-head.ts';
import { headerOf, type Exchange } from '../exchange.ts';
import { brokenRule, ruleForClients } from '../refusal-requirement.ts';
import type { RequestRule } from '../rule.ts';
import { violation } from '../violation.ts';

/** §4.1 to §4.8: the request matches the schema of its operation. */
export const requestBody: RequestRule = {
  blames: 'client',
  check(exchange) {
    const { operationId, contract, body, bodyFault } = exchange;
    if (operationId === undefined) return [];
    if (bodyFault?.kind === 'tooLarge') {
      const message = `must have at most ${contract.dialect.limits.bodyBytes} bytes`;
      return [violation('request', '8.limits.size', { pointer: '/body', message })];
    }
    if (bodyFault !== undefined) {
      const { message } = bodyFault;
      return [violation('request', '4.body.request-json', { pointer: '/body', message })];
    }
    return schemaDetails(exchange, operationId).map((detail) => {
      const refused = { operationId, cause: 'invalidRequest', details: [detail], body } as const;
      const broken = brokenRule({ ...refused, nearMiss: undefined })?.id;
      const rule = ruleForClients(broken ?? operationRequirements[operationId].request);
      return violation('request', rule, detail);
    });
  },
};

function schemaDetails(
  exchange: Exchange,
  operationId: NonNullable<Exchange['operationId']>,
): readonly Detail[] {
  const { contract, headers, url, body } = exchange;
  const byName = Object.keys(headers).map((name) => [name, headerOf(exchange, name)] as const);
  try {
    contract.validateRequest(operationId, {
      headers: Object.fromEntries<string | undefined>(byName),
      query: Object.fromEntries(new URLSearchParams(queryOf(url))),
      body,
    });
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
}

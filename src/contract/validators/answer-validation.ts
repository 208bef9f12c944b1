import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Response, Schema } from '../openapi-document.ts';
import { AJV_OPTIONS } from './ajv-options.ts';
import { ContractBreach } from './contract-breach.ts';
import { dereferenced } from './dereference.ts';
import { errorDetails } from './error-details.ts';
import { operationsOf } from './document-operations.ts';

/** Checks one answer; `body` is undefined or null where it has none. */
export type AnswerValidation = (operationId: string, status: number, body: unknown) => void;

/** How a body of one status is checked; `noBody` where there must be none. */
type BodyCheck = ValidateFunction | 'noBody';

/**
 * The validation of the answers of a document. Each status is compiled with its first answer.
 *
 * The function throws a ContractBreach on a body that is not as the contract has it, and on a
 * status that the operation does not have.
 */
export function answerValidation(document: OpenApiDocument): AnswerValidation {
  const operations = new Map(
    operationsOf(document).map(({ operation }) => [operation.operationId, operation]),
  );
  const checks = new Map<string, Map<number, BodyCheck>>();
  let ajv: Ajv2020 | undefined;

  return (operationId, status, body) => {
    const check = checks.get(operationId)?.get(status) ?? compile(operationId, status);
    const hasBody = body !== undefined && body !== null;
    if (check === 'noBody') {
      if (hasBody) throw breach(operationId, status, 'must not be there');
    } else if (!hasBody) {
      throw breach(operationId, status, 'is required');
    } else if (!check(body)) {
      const [detail] = errorDetails(check.errors ?? []);
      check.errors = null;
      const { pointer = '', message = 'is not as the contract has it' } = detail ?? {};
      throw new ContractBreach(operationId, status, { pointer: `/body${pointer}`, message });
    }
  };

  function compile(operationId: string, status: number): BodyCheck {
    const response = operations.get(operationId)?.responses[status];
    if (response === undefined) {
      throw new ContractBreach(operationId, status, {
        pointer: '/status',
        message: 'is none of this operation',
      });
    }
    const schema = bodySchema(dereferenced(response, document) as Response);
    ajv ??= new Ajv2020(AJV_OPTIONS);
    const check = schema === undefined ? 'noBody' : ajv.compile(schema);
    const ofOperation = checks.get(operationId) ?? new Map<number, BodyCheck>();
    checks.set(operationId, ofOperation.set(status, check));
    return check;
  }
}

function breach(operationId: string, status: number, message: string): ContractBreach {
  return new ContractBreach(operationId, status, { pointer: '/body', message });
}

/** The schema of the body, whatever its media type: our answers have one each. */
function bodySchema({ content = {} }: Response): Schema | undefined {
  return Object.values(content)[0]?.schema;
}

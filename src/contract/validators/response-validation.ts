import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Response, Schema } from '../openapi-document.ts';
import type { Detail } from '../words.ts';
import { BoundedCache } from '../../bounded-cache.ts';
import { AJV_OPTIONS } from './ajv-options.ts';
import { ContractBreach } from './contract-breach.ts';
import { dereferenced } from './dereference.ts';
import { errorDetails } from './error-details.ts';
import { operationsOf } from './document-operations.ts';

/**
 * Returns the problems of a response; none if it matches the contract. Pointers lead into the response:
 * `/status`, `/body/challenge`. `body` is undefined or null if there is none.
 */
export type ResponseCheck = (
  operationId: string,
  status: number,
  body: unknown,
) => readonly Detail[];

/** Throws if the response does not match. */
export type ResponseValidation = (operationId: string, status: number, body: unknown) => void;

/** More schemas than this at once are compiled again when they come back. */
const MAX_SCHEMAS = 1024;

/**
 * Compiled checks by schema: most responses are the same in several dialects, and all error responses of a
 * dialect have the same body.
 */
const bodyChecks = new BoundedCache<string, ValidateFunction>(MAX_SCHEMAS);

/** The check of the body of a status; `noBody` if there must be none. */
type BodyCheck = ValidateFunction | 'noBody';

/**
 * The validation of the responses of a document.
 *
 * The function throws a ContractBreach on a body that is not as the contract has it, and on a
 * status that the operation does not have.
 */
export function responseValidation(document: OpenApiDocument): ResponseValidation {
  const check = responseCheck(document, 'firstError');
  return (operationId, status, body) => {
    const [detail] = check(operationId, status, body);
    if (detail !== undefined) throw new ContractBreach(operationId, status, detail);
  };
}

/**
 * The check of the responses of a document. Each status is compiled with its first response.
 *
 * @param errors whether to stop at the first one, which is faster, or to find all
 */
export function responseCheck(
  document: OpenApiDocument,
  errors: 'firstError' | 'allErrors',
): ResponseCheck {
  const operations = new Map(
    operationsOf(document).map(({ operation }) => [operation.operationId, operation]),
  );
  const checks = new Map<string, Map<number, BodyCheck>>();
  let ajv: Ajv2020 | undefined;

  return (operationId, status, body) => {
    const check = checks.get(operationId)?.get(status) ?? compile(operationId, status);
    const hasBody = body !== undefined && body !== null;
    if (check === undefined)
      return [{ pointer: '/status', message: 'is not a status of this operation', kind: 'value' }];
    if (check === 'noBody') {
      return hasBody ? [{ pointer: '/body', message: 'must be absent', kind: 'value' }] : [];
    }
    if (!hasBody) return [{ pointer: '/body', message: 'is required', kind: 'missing' }];
    if (check(body)) return [];
    const details = errorDetails(check.errors ?? []);
    check.errors = null;
    const found = details.length > 0 ? details : [UNSPECIFIED];
    return found.map((detail) => ({ ...detail, pointer: `/body${detail.pointer}` }));
  };

  function compile(operationId: string, status: number): BodyCheck | undefined {
    const response = operations.get(operationId)?.responses[status];
    if (response === undefined) return undefined;
    const schema = bodySchema(dereferenced(response, document) as Response);
    const check = schema === undefined ? 'noBody' : compiled(schema);
    const ofOperation = checks.get(operationId) ?? new Map<number, BodyCheck>();
    checks.set(operationId, ofOperation.set(status, check));
    return check;
  }

  function compiled(schema: Schema): ValidateFunction {
    const from = `${errors} ${JSON.stringify(schema)}`;
    const known = bodyChecks.get(from);
    if (known !== undefined) return known;
    const allErrors = errors === 'allErrors';
    ajv ??= new Ajv2020({ ...AJV_OPTIONS, allErrors, verbose: allErrors });
    const check = ajv.compile(schema);
    bodyChecks.set(from, check);
    return check;
  }
}

const UNSPECIFIED: Detail = { pointer: '', message: 'does not match the contract', kind: 'value' };

/** Returns the schema of the body; our responses have one media type each. */
function bodySchema({ content = {} }: Response): Schema | undefined {
  return Object.values(content)[0]?.schema;
}

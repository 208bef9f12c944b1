import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { listOperations } from '../openapi-document.ts';
import type { OpenApiDocument, Response, Schema } from '../openapi-document.ts';
import type { Detail, ErrorDetail } from '../types.ts';
import { BoundedCache } from '../../bounded-cache.ts';
import { dereference } from '../../documents/dereference.ts';
import { getOrCreate } from '../../get-or-create.ts';
import { AJV_OPTIONS } from './ajv-options.ts';
import { toErrorDetails } from './error-details.ts';

/** A response that the contract does not allow: an error of flagbearer, never of the client. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly operationId: string;
  readonly status: number;
  /** JSON Pointer (RFC 6901) into the response: `/body` and its members, or `/status`. */
  readonly pointer: string;

  constructor(operationId: string, status: number, { pointer, message }: ErrorDetail) {
    super(`the ${status} response of ${operationId} is invalid: ${pointer} ${message}`);
    this.operationId = operationId;
    this.status = status;
    this.pointer = pointer;
  }
}

/**
 * Returns the problems of a response; an empty list if it matches the contract. Pointers start at the
 * response: `/status`, `/body/challenge`. Without a body, `body` is undefined or null.
 */
type ResponseCheck = (operationId: string, status: number, body: unknown) => readonly Detail[];

/** Schemas beyond this number are compiled again when they are needed. */
const MAX_SCHEMAS = 1024;

/** Compiled checks by schema: most responses are the same in several dialects. */
const bodyChecks = new BoundedCache<string, ValidateFunction>(MAX_SCHEMAS);

type BodyCheck = ValidateFunction | 'noBody';

/** Returns the check of the responses of a document. Each status is compiled with its first response. */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const operations = new Map(
    listOperations(document).map(({ operationId, operation }) => [operationId, operation]),
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
    const details = toErrorDetails(check.errors ?? []);
    check.errors = null;
    const found = details.length > 0 ? details : [UNSPECIFIED];
    return found.map((detail) => ({ ...detail, pointer: `/body${detail.pointer}` }));
  };

  function compile(operationId: string, status: number): BodyCheck | undefined {
    const response = operations.get(operationId)?.responses[status];
    if (response === undefined) return undefined;
    const { content = {} } = dereference(response, document) as Response;
    // Each response of the contract has one media type.
    const schema = Object.values(content)[0]?.schema;
    const check = schema === undefined ? 'noBody' : compileSchema(schema);
    const checksByStatus = checks.get(operationId) ?? new Map<number, BodyCheck>();
    checks.set(operationId, checksByStatus.set(status, check));
    return check;
  }

  function compileSchema(schema: Schema): ValidateFunction {
    return getOrCreate(bodyChecks, JSON.stringify(schema), () => {
      ajv ??= new Ajv2020({ ...AJV_OPTIONS, allErrors: true, verbose: true });
      return ajv.compile(schema);
    });
  }
}

const UNSPECIFIED: Detail = { pointer: '', message: 'does not match the contract', kind: 'value' };

/** What a request has against it. */
import type { CompiledContract } from '../contract/validators.ts';
import type { ErrorDetail, OperationId } from '../contract/words.ts';
import { bearerUse } from '../dialect/bearer-use.ts';
import { Refusal } from '../domain/errors.ts';
import { brokenRule } from '../traffic/broken-rules/broken-rule.ts';
import { acceptsJson } from '../http/accepts-json.ts';
import type { CalledOperation } from './operation-of-call.ts';
import { OPERATION_RULES, ruleForClients } from './operation-rules.ts';
import { queryOf } from '../http/request-head.ts';
import { headersByName, type SeenRequest } from './seen-call.ts';
import { violation, type Violation } from './violation.ts';

const CREDENTIALS = ['service-client-id', 'service-client-secret'] as const;

export function requestViolations(
  request: SeenRequest,
  called: CalledOperation,
  contract: CompiledContract,
): readonly Violation[] {
  switch (called.kind) {
    case 'operation': {
      const { operationId } = called;
      return [
        ...credentialViolations(request, operationId),
        ...acceptViolations(request, operationId),
        ...bearerViolations(request, operationId, contract),
        ...bodyViolations(request, operationId, contract),
      ];
    }
    case 'nearly':
      return nearlyViolation(called.nearMiss);
    case 'other':
      return [];
  }
}

/** §5.1 */
function credentialViolations({ headers }: SeenRequest, operationId: OperationId): Violation[] {
  const byName = headersByName(headers);
  const rule = OPERATION_RULES[operationId].headers;
  return CREDENTIALS.filter((name) => (byName[name] ?? '') === '').map((name) =>
    violation('request', rule ?? `2.1.${name}.header`, {
      pointer: `/headers/${name}`,
      message: 'is required',
    }),
  );
}

export const ACCEPT = '/headers/accept';

/** §4.1 to §4.3 list the header; on other calls the interface does not say what one brings that shuts JSON out. */
function acceptViolations({ headers }: SeenRequest, operationId: OperationId): Violation[] {
  const { accept } = headersByName(headers);
  if (accept === undefined || acceptsJson(accept)) return [];
  const rule = operationId.includes('Wallet') ? OPERATION_RULES[operationId].headers : undefined;
  const problem = { pointer: ACCEPT, message: 'must allow application/json' };
  return [violation('request', rule ?? '2.1.accept.other', problem)];
}

/** §5.2; on other calls the interface does not say whether it is needed (§5.7). */
function bearerViolations(
  { headers }: SeenRequest,
  operationId: OperationId,
  { dialect }: CompiledContract,
): Violation[] {
  if (bearerUse(operationId, dialect) !== 'required') return [];
  const { authorization = '' } = headersByName(headers);
  if (/^bearer \S/i.test(authorization)) return [];
  const missing = { pointer: '/headers/authorization', message: 'must be Bearer and a token' };
  if (operationId === 'sendSmsOtp') {
    return [violation('request', '2.1.authorization.bearer', missing)];
  }
  const rule = operationId === 'getUser' ? '4.8.parameters' : '5.7.bearer.other-calls';
  return [violation('request', rule, missing)];
}

function bodyViolations(
  { headers, url, body }: SeenRequest,
  operationId: OperationId,
  contract: CompiledContract,
): Violation[] {
  if (body.kind === 'tooLarge') {
    const message = `must have ${contract.dialect.limits.bodyBytes} bytes at most`;
    return [violation('request', '8.limits.size', { pointer: '/body', message })];
  }
  if (body.kind === 'notJson') {
    const problem = { pointer: '/body', message: body.why };
    return [violation('request', '4.body.request-json', problem)];
  }
  const value = body.kind === 'json' ? body.value : undefined;
  const byName = headersByName(headers);
  const found = schemaDetails(() =>
    contract.validateRequest(operationId, {
      headers: byName,
      query: Object.fromEntries(new URLSearchParams(queryOf(url))),
      body: value,
    }),
  );
  const isLabelled = /^application\/json\s*(;|$)/i.test(byName['content-type'] ?? '');
  return [
    ...(value === undefined || isLabelled ? [] : [UNLABELLED]),
    ...found.map((detail) => {
      const call = { operationId, cause: 'schema', details: [detail], body: value } as const;
      const broken = brokenRule({ ...call, nearMiss: undefined })?.id;
      const rule = ruleForClients(broken ?? OPERATION_RULES[operationId].request);
      return violation('request', rule, detail);
    }),
  ];
}

/** §2.1 */
const UNLABELLED = violation('request', '2.1.content-type.json-accepted', {
  pointer: '/headers/content-type',
  message: 'must be application/json',
});

function schemaDetails(validate: () => unknown): readonly ErrorDetail[] {
  try {
    validate();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
}

/** A path or method that is close to one of the contract, and is not it. */
function nearlyViolation({
  operation,
  method,
  path,
  differences,
}: Extract<CalledOperation, { kind: 'nearly' }>['nearMiss']): Violation[] {
  const kinds = new Set(differences.map(({ kind }) => kind));
  const wants = `looks like ${operation}, which is ${method} ${path}`;
  if (kinds.has('method')) {
    // What else there is to do with a user is not shown (§1).
    if (operation === 'getUser') return [];
    return [violation('request', '4.method.post', { pointer: '/method', message: wants })];
  }
  const problem = { pointer: '/path', message: wants };
  // Where a user is read is not shown (§4.8).
  if (operation === 'getUser') return [violation('request', '4.8.path', problem)];
  const rule = kinds.has('missingPrefix') ? '9.path.v1' : '4.path.base-url';
  return [violation('request', rule, problem)];
}

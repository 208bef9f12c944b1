/** Judges single responses of a run. */
import { getCompiledContract } from '../../src/contract/validators.ts';
import { judgeResponse } from '../../src/judge/judge.ts';
import { Memory } from '../../src/judge/memory.ts';
import { isContractViolation, type Violation } from '../../src/judge/violation.ts';
import type { RunContext } from '../run-context.ts';
import type { HttpResponse } from '../target/http-request.ts';

const violationsByResponse = new WeakMap<HttpResponse, readonly Violation[]>();

/** Returns the violations of the interface by a response, regardless of its request. */
export function findViolations(
  response: HttpResponse,
  { knowledge }: RunContext,
): readonly Violation[] {
  const known = violationsByResponse.get(response);
  if (known !== undefined) return known;
  const { request, status, body } = response;
  const violations = judgeResponse(
    {
      contract: getCompiledContract(knowledge.dialect),
      operationId: request.operation ?? undefined,
      method: request.method,
      url: request.path,
      headers: request.headers,
      body: request.body,
      status,
      responseBody: body,
    },
    { memory: new Memory((text) => text), requestViolations: [] },
  ).filter(isContractViolation);
  violationsByResponse.set(response, violations);
  return violations;
}

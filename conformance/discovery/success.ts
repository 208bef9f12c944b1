/** Detects success statuses from the responses of the whole run, without requests (§4). */
import { probe, type ProbeGroup } from './define-probe.ts';
import { allOperations } from '../actors/operations.ts';

const KEY = 'success.status';

const DIALECT_STATUSES = new Set([200, 201, 202]);

const statusProbe = probe([KEY], async (t) => {
  const { memory } = t.ctx.knowledge;
  const seen = allOperations.map((operation) => {
    const responses = memory.listAccepted(operation);
    return { operation, responses, statuses: [...new Set(responses.map(({ status }) => status))] };
  });
  const byOperation = seen.flatMap(({ operation, responses: [response], statuses }) =>
    response !== undefined && statuses.length === 1 && DIALECT_STATUSES.has(response.status)
      ? [{ operation, response }]
      : [],
  );
  const [first] = byOperation;
  // An operation that was never accepted may have another status.
  if (first === undefined || byOperation.length < seen.length) {
    const known = seen.filter(({ statuses }) => statuses.length > 0);
    const descriptions = known.map((item) => `${item.operation}: ${item.statuses.join(' and ')}`);
    const missing = seen.filter((item) => item.statuses.length === 0);
    const missingOperations = missing.map(({ operation }) => operation).join(', ');
    t.leaveOpen(
      KEY,
      `${descriptions.join(', ') || 'No request was accepted'}.${missingOperations === '' ? '' : ` Never accepted: ${missingOperations}.`}`,
    );
    return;
  }
  const other = byOperation.find(({ response }) => response.status !== first.response.status);
  if (other === undefined) {
    t.decide(KEY, first.response.status, first.response);
    return;
  }
  const statuses = byOperation.map(({ operation, response }) => [operation, response.status]);
  t.decide(KEY, Object.fromEntries(statuses), other.response);
});

export const successProbes: ProbeGroup = {
  name: 'success statuses',
  needs: 'all',
  sends: [],
  probes: [statusProbe],
};

/** Detects success statuses from the responses of the whole run, without requests (§4). */
import { probe, type ProbeGroup } from './define-probe.ts';
import { allOperations } from '../actors/operations.ts';

const KEY = 'success.status';

/** The statuses that the dialect can express. */
const DIALECT_STATUSES = new Set([200, 201, 202]);

const statuses = probe([KEY], async (t) => {
  const { memory } = t.ctx.knowledge;
  const seen = allOperations.map((operation) => {
    const responses = memory.listAccepted(operation);
    return { operation, responses, statuses: [...new Set(responses.map(({ status }) => status))] };
  });
  const known = seen.filter(({ statuses }) => statuses.length > 0);
  const hasOneStatusEach = seen.every(({ statuses: [one, ...more] }) => {
    return one !== undefined && more.length === 0 && DIALECT_STATUSES.has(one);
  });
  if (!hasOneStatusEach) {
    // Their status may differ from the status of the other operations.
    const descriptions = known.map((item) => `${item.operation}: ${item.statuses.join(' and ')}`);
    const missing = seen.filter((item) => item.statuses.length === 0);
    const missingOperations = missing.map(({ operation }) => operation).join(', ');
    t.leaveOpen(
      KEY,
      `${descriptions.join(', ') || 'No request was accepted'}.${missingOperations === '' ? '' : ` Never accepted: ${missingOperations}.`}`,
    );
    return;
  }
  const byOperation = seen.flatMap(({ operation, responses: [response] }) =>
    response === undefined ? [] : [{ operation, response }],
  );
  const [first] = byOperation;
  const other = byOperation.find(({ response }) => response.status !== first?.response.status);
  const value =
    other === undefined
      ? first?.response.status
      : Object.fromEntries(
          byOperation.map(({ operation, response }) => [operation, response.status]),
        );
  t.decide(KEY, value, (other ?? first)?.response ?? null);
});

export const successProbes: ProbeGroup = {
  name: 'success statuses',
  needs: 'all',
  sends: [],
  probes: [statuses],
};

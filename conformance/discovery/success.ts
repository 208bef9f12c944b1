/** Detects success statuses from the responses of the whole run, without requests (§4). */
import { probe, type ProbeGroup } from './define-probe.ts';
import { allOperations } from '../actors/operations.ts';

const KEY = 'success.status';

const DIALECT_STATUSES = new Set([200, 201, 202]);

const statusProbe = probe([KEY], async (t) => {
  const { memory } = t.ctx.knowledge;
  const observed = allOperations.map((operation) => {
    const responses = memory.listAccepted(operation);
    return { operation, responses, statuses: [...new Set(responses.map(({ status }) => status))] };
  });
  const decided = observed.flatMap(({ operation, responses: [response], statuses }) => {
    const isUsable =
      statuses.length === 1 && statuses.every((status) => DIALECT_STATUSES.has(status));
    return isUsable && response !== undefined ? [{ operation, response }] : [];
  });
  const [first] = decided;
  // An operation that was never accepted may have another status.
  if (first === undefined || decided.length < observed.length) {
    const accepted = observed.filter(({ statuses }) => statuses.length > 0);
    const known = accepted.map(
      ({ operation, statuses }) => `${operation}: ${statuses.join(' and ')}`,
    );
    const missing = observed.filter(({ statuses }) => statuses.length === 0);
    const names = missing.map(({ operation }) => operation).join(', ');
    const observation = `${known.join(', ') || 'No request was accepted'}.`;
    t.recordInconclusive(
      KEY,
      names === '' ? observation : `${observation} Never accepted: ${names}.`,
    );
    return;
  }
  const other = decided.find(({ response }) => response.status !== first.response.status);
  if (other === undefined) {
    t.decide(KEY, first.response.status, first.response);
    return;
  }
  const statuses = decided.map(({ operation, response }) => [operation, response.status]);
  t.decide(KEY, Object.fromEntries(statuses), other.response);
});

export const successProbes: ProbeGroup = {
  name: 'success statuses',
  needs: 'all',
  sends: [],
  probes: [statusProbe],
};

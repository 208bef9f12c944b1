/** What a run is made of, before anything is sent: as data, a millisecond each. */
import { describe, it } from 'vitest';
import { checkId } from '../../../conformance/define-check.ts';
import { stages } from '../../../conformance/discovery/index.ts';
import { idleRules, observableValues } from '../../../conformance/discovery/observable-values.ts';
import type { Case } from '../../../conformance/hostile-input/cases.ts';
import * as bodies from '../../../conformance/hostile-input/odd-bodies.ts';
import * as values from '../../../conformance/hostile-input/odd-values.ts';
import { bindingRules } from '../../../conformance/schema-cases/binding-rules.ts';
import { requestShapes } from '../../../conformance/schema-cases/request-properties.ts';
import { sections } from '../../../conformance/sections/index.ts';
import type { Call } from '../../../conformance/target/call.ts';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { defaultDialect, dialectKeys, dialectValue } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { combinations } from '../round-trip/combinations.ts';
import { documentOf } from '../round-trip/values.ts';
import { expectTold } from './reviewed.ts';
import { brief } from './transcript.ts';

describe('a run has', () => {
  it('checks', () => {
    const lines = sections.map(({ clause, title, checks }) => [
      `§${clause} ${title}`,
      checks.map((its) =>
        [checkId(its), its.requirement, its.operation, its.part, its.alone, its.title].join(' | '),
      ),
    ]);
    expectTold('listed', 'checks', Object.fromEntries(lines));
  });

  it('probes', () => {
    const lines = stages.map((lanes, stage) => [
      `stage ${stage + 1}`,
      lanes.flatMap((lane, index) =>
        lane.flatMap(({ name, probes }) => [
          `lane ${index + 1}: ${name}`,
          ...probes.map(({ keys, late }) => `  ${keys.join(' ')}${late ? ' (late)' : ''}`),
        ]),
      ),
    ]);
    expectTold('listed', 'probes', Object.fromEntries(lines));
  });

  it('keys that can be idle', () => {
    const lines = idleRules.map(({ key, given }) => `${key}, given ${given.join(' ')}`);
    expectTold('listed', 'keys that can be idle', lines);
  });
});

describe('hostile input', () => {
  const call: Call = {
    operation: 'authenticateWallet',
    method: 'POST',
    path: '/v1/auth/cryptoWallet:authenticate',
    query: { of: 'somebody' },
    headers: { 'content-type': 'application/json' },
    body: { walletAddress: '0xAb', walletNetwork: 'ETHEREUM', signature: null },
  };
  const empty: Call = { ...call, body: {} };
  const reads: readonly Dialect['user']['identifiedBy'][] = [
    'bearerSession',
    { query: 'userId' },
    { header: 'X-User-Id' },
  ];
  const { user } = defaultDialect;

  it.for(
    Object.entries({
      'unreadable bodies': bodies.unreadableBodies(call),
      'bodies without fields': bodies.bodiesWithoutFields(call),
      'odd bodies': bodies.oddBodies(call),
      'odd bodies of no fields': bodies.oddBodies(empty),
      'odd headers': bodies.oddHeaders(call),
      'odd fields': values.oddFields(call),
      'odd queries': values.oddQueries(call),
      'odd reads': reads.flatMap((identifiedBy) =>
        values.oddReads(call, { ...defaultDialect, user: { ...user, identifiedBy } }),
      ),
    }),
  )('%s', ([name, cases]) => expectTold('listed', name, cases.map(lineOf)));
});

describe('requests against the contract', () => {
  it('have properties', () => {
    const lines = [...requestShapes(defaultDialect)].map(([operation, { clause, properties }]) => [
      `§${clause} ${operation}`,
      properties.map((its) => `${its.name} §${its.clause}: ${its.values?.join(' ') ?? 'any text'}`),
    ]);
    expectTold('listed', 'properties of requests', Object.fromEntries(lines));
  });

  it('break rules', () => {
    const lines = bindingRules().map(
      ({ requirement, operation, forbids }) =>
        `${requirement} ${operation} ${Object.values(forbids).join(' ')}`,
    );
    expectTold('listed', 'rules of requests', lines);
  });
});

describe('what can be seen', () => {
  it('of dialects at random', async () => {
    const told = (await combinations(150, 13)).map(async (drawn) => {
      const loaded = await loadDialect(documentOf(drawn));
      if (!('dialect' in loaded)) throw new Error('it was loaded before');
      const seen = observableValues(loaded.dialect);
      return dialectKeys.flatMap(({ key }) => {
        const [own, its] = [dialectValue(loaded.dialect, key), seen.get(key)].map((value) =>
          JSON.stringify(value),
        );
        return own === its ? [] : [`${key}: ${its} in place of ${own}`];
      });
    });
    expectTold(
      'listed',
      'what can be seen',
      Object.fromEntries((await Promise.all(told)).entries()),
    );
  });
});

function lineOf({ what, call: { path, query, headers, body, raw } }: Case): string {
  const sent = raw === undefined ? JSON.stringify(body) : Buffer.from(raw).toString('latin1');
  return brief([what, path, JSON.stringify(query), JSON.stringify(headers), sent].join(' | '));
}

import { describe, expect, it } from 'vitest';
import { selectChecks, listChecks } from '../../conformance/select-checks.ts';
import { check, getCheckId, section } from '../../conformance/define-check.ts';
import { listPoints } from '../../conformance/discovery/open-points.ts';

const checks = ['4.1.operation.starts', '4.2.operation.authenticates'].map((requirement) =>
  check({
    requirement,
    part: 'part',
    title: requirement,
    run: () => Promise.resolve(),
  }),
);
const sections = [section('4', 'Endpoints', checks)];

describe('the checks of a run', () => {
  it.each([
    [[], ['4.1.operation.starts', '4.2.operation.authenticates']],
    [['4.1'], ['4.1.operation.starts']],
    [['4.2.operation.authenticates/part'], ['4.2.operation.authenticates']],
    [
      ['4.1', '4.2'],
      ['4.1.operation.starts', '4.2.operation.authenticates'],
    ],
    [['operation'], []],
    [['4.2.operation.authenticates/other'], []],
  ])('are the checks whose ids start with %j', (only, expected) => {
    expect(
      selectChecks({ only, skip: [] }, sections).map(({ requirement }) => requirement),
    ).toEqual(expected);
  });

  it('have unique ids', () => {
    const ids = listChecks().map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('are listed without a run', () => {
    const listed = listChecks();
    const points = listPoints().map(({ id }) => id);
    const checkIds = selectChecks({ only: [], skip: [] }).map(getCheckId);
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([...checkIds, ...points]));
    expect(listed).toHaveLength(checkIds.length + points.length);
    expect(listed.find(({ id }) => id === '4.1.operation.starts')).toEqual({
      id: '4.1.operation.starts',
      requirement: '4.1.operation.starts',
      clause: '4.1',
      level: 'MUST',
      operation: 'startWalletAuth',
      title: expect.stringMatching(/./),
    });
  });
});

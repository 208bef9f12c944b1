/** The list of rule mutations still fits the code, between two runs of `npm run mutation:rules`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { ruleMutations } from '../../scripts/rule-mutation-list.mjs';

const { requirements } = parse(readFileSync('openapi/requirements.yaml', 'utf8'));
const page = readFileSync('docs/rule-mutations.md', 'utf8');

describe.each(ruleMutations)('$breaks', ({ rule, breaks, file, from }) => {
  it('has its place in the domain, and its row in docs/rule-mutations.md', () => {
    const source = readFileSync(`src/domain/${file}`, 'utf8');
    expect(source.split(from)).toHaveLength(2);
    expect(page).toContain(`${breaks} (${file})`);
  });

  it('breaks a rule of the interface', () => {
    expect(requirements.map(({ id }: { id: string }) => id)).toContain(rule);
  });
});

it('the page has no mutation that survived', () => {
  expect(page).not.toContain('**none**');
});

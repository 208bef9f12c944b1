import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const page = await readFile('docs/chaos.md', 'utf8');
const { ChaosKind } = parse(await readFile('openapi/control.yaml', 'utf8')).components.schemas;
const { requirements } = parse(await readFile('openapi/requirements.yaml', 'utf8'));
const clauses = new Set(requirements.map(({ clause }: { clause: string }) => clause));

/** The cells of each table row. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/chaos.md', () => {
  it('lists every kind with the values of the control API', () => {
    const kinds = ChaosKind['x-kinds'];
    expect(kinds.length).toBeGreaterThan(5);
    for (const { id, effect, clause, whyLegal, clientShould, chance } of kinds) {
      expect(rows).toContainEqual([`\`${id}\``, effect, `§${clause}`, whyLegal, clientShould]);
      expect(rows).toContainEqual([`\`${id}\``, String(chance.low), String(chance.high)]);
      expect(clauses).toContain(clause);
    }
  });
});

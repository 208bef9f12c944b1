import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getPackageFile } from '../../src/package-files.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';

const page = readFileSync(getPackageFile('docs/scenarios.md'), 'utf8');

describe('docs/scenarios.md', () => {
  it('lists every rule that a scenario can violate', () => {
    const sources = ['src/scenarios', 'src/documents', 'src/domain/legality.ts'];
    const code = sources.flatMap((path) => readFiles(getPackageFile(path))).join('\n');
    const rules = new Set(
      [...code.matchAll(/\b(?:rule: |(?:createFinding|toProblem)\(\s*)'([a-z-]+)'/g)].map(
        ([, rule]) => rule,
      ),
    );
    // The pattern finds rules.
    expect(rules.size).toBeGreaterThan(30);
    expect([...rules].filter((rule) => !page.includes(`| \`${rule}\``))).toEqual([]);
  });

  it('starts with a valid scenario', async () => {
    const [, text = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    expect(await loadScenario([{ text }], defaultDialect)).toMatchObject({ warnings: [] });
  });
});

/** Returns the text of a file, or of all files under a folder. */
function readFiles(path: string): string[] {
  if (statSync(path).isFile()) return [readFileSync(path, 'utf8')];
  return readdirSync(path).flatMap((name) => readFiles(join(path, name)));
}

/**
 * Writes what the package is made of (CycloneDX 1.5), from the lock file alone: no registry is asked.
 *
 *   npm run sbom                 to sbom.cdx.json
 *   npm run sbom -- FILE
 *
 * Packages that are bundled into dist are development dependencies, so all of them are in it; those that
 * an installation brings along have the scope `required`, the others `excluded`.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

process.chdir(fileURLToPath(new URL('../', import.meta.url)));
const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const sbom = async (/** @type {string[]} */ ...options) => {
  const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', ...options];
  const { stdout } = await promisify(execFile)('npm', words, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
};

const { name, version } = JSON.parse(await readFile('package.json', 'utf8'));
const [all, installed] = await Promise.all([sbom(), sbom('--omit', 'dev')]);
const required = new Set(installed.components.map((/** @type {any} */ part) => part['bom-ref']));
for (const part of all.components)
  part.scope = required.has(part['bom-ref']) ? 'required' : 'excluded';
// npm names it after the folder that it stands in.
all.metadata.component.name = name;
await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
process.stdout.write(
  `${file}: ${name} ${version}, ${all.components.length} packages, ${required.size} of them installed with it\n`,
);

/**
 * Measures the time and memory to load large scenarios, each in a separate process.
 *
 *   node bench/scenarios/load.mjs            1,000, 10,000 and 100,000 users
 *   node bench/scenarios/load.mjs 50000      50,000 users
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sizes = process.argv.slice(2).map(Number);

/** A folder in the package, so that the loader finds its data files. */
const folder = await mkdtemp(join(root, 'node_modules/.flagbearer-bench-'));
try {
  const loader = await bundleLoader();
  const rows = [];
  for (const users of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) {
    for (const [kind, file] of Object.entries(await writeScenarios(loader, users))) {
      rows.push({ users, kind, ...measure(loader, file) });
    }
  }
  console.table(rows);
} finally {
  await rm(folder, { recursive: true });
}

/** Writes the same users to two files: as a generator setting, and as a list. */
async function writeScenarios(/** @type {string} */ loader, /** @type {number} */ users) {
  const { generateScenario, defaultDialect } = await import(pathToFileURL(loader).href);
  const name = 'bench';
  const { document } = await generateScenario({ seed: 7, users, name, dialect: defaultDialect });
  return {
    'generator setting, in YAML': await write(
      `${users}.yaml`,
      `name: ${name}\ngenerate: { seed: 7, users: ${users} }\n`,
    ),
    'list of users, in JSON': await write(`${users}.json`, JSON.stringify(document)),
  };
}

async function write(/** @type {string} */ name, /** @type {string} */ text) {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Returns the seconds to load a file (wall clock and CPU) and the peak memory in MiB. */
function measure(/** @type {string} */ loader, /** @type {string} */ path) {
  const program = `
    const { loadScenario, defaultDialect } = await import(${JSON.stringify(pathToFileURL(loader).href)});
    const [startTime, startUsage] = [performance.now(), process.cpuUsage()];
    const loaded = await loadScenario([{ file: ${JSON.stringify(path)} }], defaultDialect);
    const seconds = (performance.now() - startTime) / 1000;
    if (!('base' in loaded)) throw new Error(JSON.stringify(loaded.findings.slice(0, 3)));
    const { user, system } = process.cpuUsage(startUsage);
    const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
    const cpuSeconds = (user + system) / 1_000_000;
    console.log(JSON.stringify({ seconds, cpuSeconds, peakMiB }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
  const { seconds, cpuSeconds, peakMiB } = JSON.parse(output.toString());
  return { seconds: seconds.toFixed(1), cpuSeconds: cpuSeconds.toFixed(1), peakMiB };
}

async function bundleLoader() {
  const outfile = join(folder, 'loader.mjs');
  await build({
    stdin: {
      resolveDir: join(root, 'src'),
      contents: `
        export { loadScenario } from './scenarios/load.ts';
        export { generateScenario } from './scenarios/generate/generate-scenario.ts';
        export { defaultDialect } from './dialect/keys.ts';`,
    },
    bundle: true,
    format: 'esm',
    packages: 'external',
    platform: 'node',
    outfile,
  });
  return outfile;
}

/** Measures the time that the test kit adds to tests: startSandbox() in a new process, then workspaces. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, toRow } from '../measurement.mjs';

const run = promisify(execFile);

const SCRIPT = `
const startTime = performance.now();
const { startSandbox } = await import('flagbearer');
const loadTime = performance.now();
const sandbox = await startSandbox();
const readyTime = performance.now();
await (await sandbox.workspace()).close();
const firstCloseTime = performance.now();
const tests = [];
for (let test = 0; test < 100; test += 1) {
  const testStartTime = performance.now();
  await (await sandbox.workspace()).close();
  tests.push(performance.now() - testStartTime);
}
await sandbox.close();
const [load, start, workspace] = [loadTime - startTime, readyTime - loadTime, firstCloseTime - readyTime];
// The first 20 tests are a warm-up.
console.log(JSON.stringify({ load, start, workspace, tests: tests.slice(20) }));
`;

/** @type {import('../measurement.mjs').Measurement} */
export const testKit = {
  name: 'test-kit',
  title: 'The test kit',
  unit: 'ms',
  better: 'lower',
  async measure({ flagbearer: { projectFolder }, pace, log }) {
    const script = join(projectFolder, 'test-kit.mjs');
    await writeFile(script, SCRIPT);
    const runs = [];
    for (let round = 0; round <= pace.rounds; round += 1) {
      const { stdout } = await run(process.execPath, [script], { cwd: projectFolder });
      // The first run fills the file cache.
      if (round > 0) runs.push(JSON.parse(stdout));
    }
    const getFigures = (name) => runs.map((figures) => figures[name]);
    const tests = runs.flatMap((figures) => figures.tests);
    log(
      `startSandbox ${median(getFigures('start')).toFixed(0)} ms, a test ${median(tests).toFixed(2)} ms`,
    );
    return [
      toRow("import 'flagbearer'", getFigures('load')),
      toRow('startSandbox()', getFigures('start')),
      toRow('the first workspace, created and closed', getFigures('workspace')),
      toRow('each further workspace, the cost per test', tests),
    ];
  },
};

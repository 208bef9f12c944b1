/**
 * Asks the registry for advisories of high or critical severity on what an installation brings along.
 *
 *   npm run audit
 *
 * Exits 1 where there is one. Where no advisory service answers nothing is known: it says so, and exits 2.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { stdout, stderr } = spawnSync(
  'npm',
  ['audit', '--json', '--audit-level=high', '--omit=dev', '--package-lock-only'],
  { cwd: fileURLToPath(new URL('../', import.meta.url)), encoding: 'utf8', maxBuffer: 2 ** 28 },
);
const report = reportIn(stdout);
const counts = report?.metadata?.vulnerabilities;
if (counts === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n').at(-1);
  say(`NOT AUDITED: no advisory service answers here: ${reason}`);
  process.exitCode = 2;
} else {
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, severity, range } of severe) say(`${severity}: ${name} ${range}`);
  say(`${severe.length} advisories of high or critical severity, ${counts.total} in all`);
  process.exitCode = severe.length > 0 ? 1 : 0;
}

/** @param {string} text @returns {any} */
function reportIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

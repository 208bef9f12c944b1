import { describe, expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { runFlagbearer } from '../run-flagbearer.ts';
import { dialectFiles } from './dialect-files.ts';

const runQuestions = async (...args: string[]) =>
  runFlagbearer(['dialect', 'questions', ...args], { cwd: await createFolder(dialectFiles) });

describe('flagbearer dialect questions', () => {
  it('prints a question for each unknown key, grouped by clause', async () => {
    const { exit, stdout, stderr } = await runQuestions('staging.yaml');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^# Open questions\n\n2 points of /);
    expect(stdout.match(/^#{2,3} .*$/gm)).toEqual([
      '## §2.3 Challenge',
      '### `wallet.challenge.ttl`',
      '## §8 Limits',
      '### `limits.sends`',
    ]);
  });

  it('prints the open point, the evidence and the possible values', async () => {
    const { stdout } = await runQuestions('staging.yaml');
    const [, challenge = '', limits = ''] = stdout.split('\n### ');
    // The evidence contains characters of Markdown.
    expect(challenge).toMatch(/^- Left open: .*\(`2\.3\.challenge\.lifetime`\)$/m);
    expect(challenge).toContain('- Evidence: Still valid after 30 seconds | \\`not\\` more\n');
    expect(challenge).toContain('- Possible values: a duration, such as PT5M (ISO 8601)\n');
    expect(challenge).toContain('- Assumed: `PT5M`\n');
    expect(limits).toMatch(
      /^- Evidence: none\. Not detected by this method: At the end of a run, send up to six/m,
    );
    expect(limits).toContain('- Possible values: `none`, a map of count, per, scope\n');
  });

  it('prints a note if no key is unknown', async () => {
    const { exit, stdout } = await runQuestions('production.yaml');
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'No open questions.\n' });
  });

  it('exits with 2 for an invalid dialect', async () => {
    const { exit, stdout, stderr } = await runQuestions('bad.yaml');
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(/^error: invalid dialect:\nbad\.yaml:4:5: error .*\n$/);
  });
});

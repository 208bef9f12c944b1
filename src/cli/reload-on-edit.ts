import type { InterpolatedValues } from '../config/interpolated-values.ts';
import { pluralize } from '../pluralize.ts';
import { formatFinding } from '../documents/finding.ts';
import type { ReloadedScenario, RunningSandbox } from '../server/listen.ts';

/** Reloads the scenario after each edit of its file, and prints the result. */
export async function reloadOnEdit(
  sandbox: RunningSandbox,
  edits: AsyncIterable<void>,
  { form, interpolated }: { form: 'json' | 'text'; interpolated: InterpolatedValues },
): Promise<void> {
  const format = form === 'json' ? formatAsJson : formatAsText;
  for await (const _ of edits) {
    process.stdout.write(format(interpolated.mask(await sandbox.reloadScenario())));
  }
}

function formatAsText(reloaded: ReloadedScenario): string {
  const lines =
    'findings' in reloaded
      ? [
          'not reloaded; the last valid state stays active. Fix:',
          ...reloaded.findings.map(formatFinding),
        ]
      : [
          `reloaded ${reloaded.scenario}: ${pluralize(reloaded.users, 'user')}, ${pluralize(reloaded.warnings.length, 'warning')}`,
          ...reloaded.warnings.map(formatFinding),
        ];
  return `${lines.join('\n')}\n`;
}

function formatAsJson(reloaded: ReloadedScenario): string {
  const event = 'findings' in reloaded ? 'rejected' : 'reloaded';
  return `${JSON.stringify({ event, ...reloaded })}\n`;
}

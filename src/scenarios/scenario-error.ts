import { formatFinding, formatFindingText, type Finding } from '../documents/finding.ts';
import { StartError } from '../start-error.ts';

/** Returns the error for a scenario that cannot be loaded: one line for an unknown name, otherwise a list. */
export function createScenarioError(findings: readonly Finding[]): StartError {
  const [first] = findings;
  return findings.length === 1 && first?.rule === 'unknown-scenario'
    ? new StartError(formatFindingText(first))
    : new StartError('cannot load the scenario:', ...findings.map(formatFinding));
}

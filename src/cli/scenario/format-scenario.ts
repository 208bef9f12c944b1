import type { Scenario } from '../../contract/scenario.gen.ts';
import { formatScenarioJson, formatScenarioYaml } from '../../scenarios/export.ts';
import { UsageError } from '../command/command.ts';

/** Returns the text of a scenario. @throws UsageError if it is too large for YAML */
export async function formatScenario(scenario: Scenario, form: 'yaml' | 'json'): Promise<string> {
  if (form === 'json') return formatScenarioJson(scenario);
  const text = await formatScenarioYaml(scenario);
  if (text !== null) return text;
  throw new UsageError('--format: the scenario is too large for yaml. Use --format json.');
}

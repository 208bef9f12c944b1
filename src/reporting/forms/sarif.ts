/** Findings as SARIF 2.1.0, which code hosts and editors show beside the lines they are about. */
import type { Location, Log, ReportingDescriptor, Result, Run } from 'sarif';
import { findingText, type Finding } from '../../documents/finding.ts';
import { fileUri } from './file-uri.ts';
import type { Tool } from './tool.ts';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * Returns the log of one run (SARIF 2.1.0, section 3.13). A run without findings is a result too: it shows
 * that the checks ran.
 *
 * @param findings with their places; one without a line is shown at the first
 */
export function sarifLog(tool: Tool, findings: readonly Finding[]): Log {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return logOf({
    tool: { driver: { ...tool, rules: rules.map(ruleNamed) } },
    // Columns are those of JavaScript and of most editors.
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => resultOf(finding, rules.indexOf(finding.rule))),
  });
}

export function logOf(run: Run): Log {
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] };
}

/** The rule name without hyphens describes the problem: `failed-without-flag`. */
function ruleNamed(id: string): ReportingDescriptor {
  const words = id.replaceAll('-', ' ');
  return { id, shortDescription: { text: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` } };
}

function resultOf(finding: Finding, ruleIndex: number): Result {
  const { rule, severity, clause, pointer } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: findingText(finding) },
    locations: [locationOf(finding)],
    properties: { pointer, ...(clause === null ? {} : { clause }) },
  };
}

/** Without a file, the JSON Pointer is the location. */
function locationOf({ file, line = 1, column = 1, pointer }: Finding): Location {
  if (file === undefined) return { logicalLocations: [{ fullyQualifiedName: pointer || '/' }] };
  return {
    physicalLocation: {
      artifactLocation: { uri: fileUri(file) },
      region: { startLine: line, startColumn: column },
    },
  };
}

/** Findings as SARIF 2.1.0, which code hosts and editors show next to the lines. */
import type { Location, Log, ReportingDescriptor, Result, Run } from 'sarif';
import { formatFindingText, type Finding } from '../../documents/finding.ts';
import type { Report } from '../report.ts';
import { toVisibleText } from '../text/visible-text.ts';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Returns the log of one run (SARIF 2.1.0, section 3.13). A log without findings shows that the checks ran. */
export function createSarifLog(tool: Report['tool'], findings: readonly Finding[]): Log {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return createLog({
    tool: { driver: { ...tool, rules: rules.map(createRule) } },
    // The unit of columns in JavaScript and in most editors.
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => toResult(finding, rules.indexOf(finding.rule))),
  });
}

export function createLog(run: Run): Log {
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] };
}

/** The rule name without hyphens describes the problem: `failed-without-flag`. */
function createRule(id: string): ReportingDescriptor {
  const words = id.replaceAll('-', ' ');
  return { id, shortDescription: { text: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` } };
}

function toResult(finding: Finding, ruleIndex: number): Result {
  const { rule, severity, clause, pointer } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: escapeLinks(formatFindingText(finding)) },
    locations: [toLocation(finding)],
    properties: { pointer, ...(clause === null ? {} : { clause }) },
  };
}

/**
 * Returns a visible text without links. SARIF 3.11.6: `[words](target)` would be a link. Backslashes before the
 * brackets prevent that. Backslashes in the text are escaped, too: they would cancel the added backslashes.
 */
export function escapeLinks(text: string): string {
  const visible = toVisibleText(text);
  return visible.includes('](') ? visible.replaceAll(/[\\[\]]/g, '\\$&') : visible;
}

/** Without a file, the JSON Pointer is the location. */
function toLocation({ file, line = 1, column = 1, pointer }: Finding): Location {
  if (file === undefined) return { logicalLocations: [{ fullyQualifiedName: pointer || '/' }] };
  return {
    physicalLocation: {
      artifactLocation: { uri: toFileUri(file) },
      region: { startLine: line, startColumn: column },
    },
  };
}

/**
 * Returns a path as a URI reference (RFC 3986, RFC 8089): a relative path stays relative, `C:\a b.yaml`
 * becomes `file:///C:/a%20b.yaml`.
 */
export function toFileUri(path: string): string {
  const parts = path.split(/[/\\]/);
  const encode = (segments: readonly string[]) => segments.map(encodeURIComponent).join('/');
  const [first = ''] = parts;
  if (/^[A-Za-z]:$/.test(first)) return `file:///${first}/${encode(parts.slice(1))}`;
  if (first === '') return `file://${encode(parts)}`;
  return encode(parts.filter((part) => part !== '.' && part !== ''));
}

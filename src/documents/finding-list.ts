import { placeFindings, type SourceDocument } from './source-document.ts';
import type { Finding } from './finding.ts';

/** Maximum number of findings to show. Further errors and warnings are only counted. */
const MAX_FINDINGS = 100;

type Severity = Finding['severity'];

/**
 * Collects the first errors and warnings, and counts the others. A finding that is only counted is not created,
 * so that a hostile document costs little.
 */
export class FindingList<Item = Finding> {
  readonly #listed: Record<Severity, Item[]> = { error: [], warning: [] };
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0 };

  /** @param item creates the finding if it will be shown */
  add(severity: Severity, item: () => Item): void {
    const count = (this.#counts[severity] += 1);
    if (count <= MAX_FINDINGS) this.#listed[severity].push(item());
  }

  /** Adds the findings of another list. @param item converts a finding that will be shown */
  addList<Other>(list: FindingList<Other>, item: (other: Other) => Item): void {
    for (const severity of ['error', 'warning'] as const) {
      for (const other of list.#listed[severity]) this.add(severity, () => item(other));
      this.#counts[severity] += list.#counts[severity] - list.#listed[severity].length;
    }
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  get isEmpty(): boolean {
    return this.#counts.error + this.#counts.warning === 0;
  }

  get hasOmitted(): boolean {
    return this.#counts.error + this.#counts.warning > MAX_FINDINGS;
  }

  /** Returns the findings to show, errors first. */
  get findings(): readonly Item[] {
    return [...this.#listed.error, ...this.#listed.warning].slice(0, MAX_FINDINGS);
  }

  /** Returns findings with the number of omitted errors and warnings. */
  get omitted(): Finding[] {
    const { error, warning } = this.#counts;
    const shownErrors = Math.min(error, MAX_FINDINGS);
    const shownWarnings = Math.min(warning, MAX_FINDINGS - shownErrors);
    return [
      ...createMoreFinding('error', error - shownErrors),
      ...createMoreFinding('warning', warning - shownWarnings),
    ];
  }
}

/** Returns the findings of a document with their places, then the number of omitted findings. */
export function listFindings(findings: FindingList, document: SourceDocument): Promise<Finding[]> {
  return placeFindings([...findings.findings, ...findings.omitted], document);
}

function createMoreFinding(severity: Severity, omitted: number): Finding[] {
  if (omitted === 0) return [];
  const message = `${omitted} more ${severity}${omitted === 1 ? ' is' : 's are'} omitted.`;
  const hint = 'Fix the listed ones first.';
  return [{ rule: 'more-findings', clause: null, severity, message, hint, pointer: '', omitted }];
}

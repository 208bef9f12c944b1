import type { Finding } from '../documents/finding.ts';
import { placed, type SourceDocument } from '../documents/source-document.ts';

/** A finding and the document that it was found in. */
export interface Found {
  readonly document: SourceDocument;
  readonly finding: Finding;
}

/** The findings with their places: document by document, and in each as they stand in its text. */
export function placedFindings(found: readonly Found[]): Finding[] {
  const byDocument = new Map<SourceDocument, Finding[]>();
  for (const { document, finding } of found) {
    const findings = byDocument.get(document);
    if (findings === undefined) byDocument.set(document, [finding]);
    else findings.push(finding);
  }
  return [...byDocument].flatMap(([document, findings]) => placed(findings, document));
}

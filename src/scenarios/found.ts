import type { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { placed, type SourceDocument } from '../documents/source-document.ts';

/** A finding and the document that it was found in. */
export interface Found {
  readonly document: SourceDocument;
  readonly finding: Finding;
}

/**
 * Returns findings with their places, document by document in the order of the text; then the number of
 * omitted ones.
 */
export async function placedFindings(found: FindingList<Found>): Promise<Finding[]> {
  const byDocument = new Map<SourceDocument, Finding[]>();
  for (const { document, finding } of found.shown) {
    const findings = byDocument.get(document);
    if (findings === undefined) byDocument.set(document, [finding]);
    else findings.push(finding);
  }
  const documents = [...byDocument].map(([document, findings]) => placed(findings, document));
  const [only, ...others] = byDocument.keys();
  const rest = only === undefined || others.length > 0 ? found.rest : placed(found.rest, only);
  return [...(await Promise.all(documents)).flat(), ...(await rest)];
}

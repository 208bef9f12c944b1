import type { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { placeFindings, type SourceDocument } from '../documents/source-document.ts';

/** A finding and the document that it is about. */
export interface DocumentFinding {
  readonly document: SourceDocument;
  readonly finding: Finding;
}

/** Returns findings with their places, in the order of `documents` and their texts; then the number of omitted ones. */
export async function placeDocumentFindings(
  list: FindingList<DocumentFinding>,
  documents: readonly SourceDocument[],
): Promise<Finding[]> {
  const { findings: listed, omitted } = list;
  const findings = documents.map((document) =>
    placeFindings(
      listed.flatMap((each) => (each.document === document ? each.finding : [])),
      document,
    ),
  );
  const [only] = documents.length === 1 ? documents : [];
  const placedOmitted = only === undefined ? omitted : await placeFindings(omitted, only);
  return [...(await Promise.all(findings)).flat(), ...placedOmitted];
}

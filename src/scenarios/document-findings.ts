import type { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { placeFindings, type SourceDocument } from '../documents/source-document.ts';

export interface DocumentFinding {
  readonly document: SourceDocument;
  readonly finding: Finding;
}

/**
 * Returns findings with their places, sorted by document and position. If findings are omitted, the last
 * finding states how many.
 */
export async function placeDocumentFindings(
  list: FindingList<DocumentFinding>,
  documents: readonly SourceDocument[],
): Promise<Finding[]> {
  const { findings: listed, omitted } = list;
  const findings = documents.map((document) =>
    placeFindings(
      listed.flatMap((item) => (item.document === document ? item.finding : [])),
      document,
    ),
  );
  const onlyDocument = documents.length === 1 ? documents[0] : undefined;
  const placedOmitted =
    onlyDocument === undefined ? omitted : await placeFindings(omitted, onlyDocument);
  return [...(await Promise.all(findings)).flat(), ...placedOmitted];
}

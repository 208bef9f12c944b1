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
  const placed = await Promise.all(
    documents.map((document) => {
      const ofDocument = list.findings.filter((item) => item.document === document);
      return placeFindings(
        ofDocument.map(({ finding }) => finding),
        document,
      );
    }),
  );
  const [first, second] = documents;
  const isOneDocument = first !== undefined && second === undefined;
  const omitted = isOneDocument ? await placeFindings(list.omitted, first) : list.omitted;
  return [...placed.flat(), ...omitted];
}

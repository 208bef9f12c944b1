import type { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { placeFindings, type SourceDocument } from '../documents/source-document.ts';

/** A finding and the document that it is about. */
export interface DocumentFinding {
  readonly document: SourceDocument;
  readonly finding: Finding;
}

/** Returns findings with their places, in the order of documents and texts; then the number of omitted ones. */
export async function placeDocumentFindings(
  list: FindingList<DocumentFinding>,
): Promise<Finding[]> {
  const { shown, rest } = list;
  const documents = [...new Set(shown.map(({ document }) => document))];
  const findings = documents.map((document) =>
    placeFindings(
      shown.flatMap((each) => (each.document === document ? each.finding : [])),
      document,
    ),
  );
  const [only] = documents.length === 1 ? documents : [];
  const omitted = only === undefined ? rest : await placeFindings(rest, only);
  return [...(await Promise.all(findings)).flat(), ...omitted];
}

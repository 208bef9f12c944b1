import type { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { placeFindings, type SourceDocument } from '../documents/source-document.ts';

export interface Found {
  readonly document: SourceDocument;
  readonly finding: Finding;
}

/** Returns findings with their places, in the order of documents and texts; then the number of omitted ones. */
export async function placeFoundFindings(found: FindingList<Found>): Promise<Finding[]> {
  const { findings: listed, omitted } = found;
  const documents = [...new Set(listed.map(({ document }) => document))];
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

/** Files of `flagbearer repro`, read and checked before anything of them is used. */
import type { Repro } from '../contract/repro.gen.ts';
import { listed } from '../documents/finding-list.ts';
import { findingLine } from '../documents/finding.ts';
import type { Finding } from '../documents/finding.ts';
import { readDocument } from '../documents/read-document.ts';
import { schemaFindings } from '../documents/schema-findings.ts';

/** A file that can't be replayed; its lines say all that is wrong with it. */
export class UnfitRepro extends Error {
  override readonly name = 'UnfitRepro';

  constructor(findings: readonly Finding[]) {
    super(findings.map(findingLine).join('\n'));
  }
}

/**
 * @param file names the text in what is said about it
 * @throws UnfitRepro for what is no JSON, or not as openapi/schemas/repro.schema.json has it
 */
export async function reproIn(text: string, file: string): Promise<Repro> {
  const read = await readDocument(text, { file });
  if ('findings' in read) throw new UnfitRepro(read.findings);
  const { value } = read.document;
  const findings = await schemaFindings('repro', value);
  if (!findings.isEmpty) throw new UnfitRepro(await listed(findings, read.document));
  // It fits the schema that the type is made of.
  return value as Repro;
}

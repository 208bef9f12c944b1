import { readdirSync, readFileSync } from 'node:fs';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';
import { validateXML } from 'xmllint-wasm';

const folder = new URL('schemas/', import.meta.url);
const schemas = readdirSync(folder).map((fileName) => ({
  fileName,
  contents: readFileSync(new URL(fileName, folder), 'utf8'),
}));

/** Fails the test if a schema of JUnit XML rejects the document. */
export async function expectValidJunit(xml: string): Promise<void> {
  for (const schema of schemas) {
    const { errors } = await validateXML({ xml: [{ fileName: 'a.xml', contents: xml }], schema });
    expect([schema.fileName, errors.map(({ message }) => message)]).toEqual([schema.fileName, []]);
  }
}

/** Parses a document as JUnit readers do. Fails the test if it is not XML. */
export function readJunit(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    htmlEntities: true,
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const { testsuite } = parser.parse(xml).testsuites;
  return { testsuite, counts: countResults(testsuite) };
}

const COUNTS = ['tests', 'failures', 'errors', 'skipped'] as const;

/** Returns the total counts of all suites. */
function countResults(suites: readonly Record<(typeof COUNTS)[number], string>[]) {
  return Object.fromEntries(
    COUNTS.map((name) => [name, suites.reduce((sum, suite) => sum + Number(suite[name]), 0)]),
  );
}

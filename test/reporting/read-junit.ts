import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';

/** The document as a JUnit reader sees it. */
export function readJunit(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    htmlEntities: true,
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  return parser.parse(xml).testsuites;
}

/**
 * Documents with their own schemas (openapi/schemas) that the control API returns. Another format version is
 * detected before anything is shown.
 */
import type { ClientReport } from '../../contract/client-report.gen.ts';
import type { Report } from '../../contract/report.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { JournalEntry, Schemas } from './schemas.ts';

/** Returns a client report. @throws Error for another format version */
export function toClientReport(document: unknown): ClientReport {
  if (!isVersion1(document)) {
    throw new Error('Unknown format of the client report. Reload the page.');
  }
  return document as ClientReport;
}

/** Returns a conformance report. @throws Error for another format version */
export function toConformReport(document: unknown): Report {
  if (!isVersion1(document)) {
    throw new Error(
      'Unknown format of report.json. Create it again with this version of flagbearer.',
    );
  }
  return document as Report;
}

/** Returns the complete dialect of a workspace. @throws Error for a sandbox of another version */
export function toDialect(values: unknown): Dialect {
  const groups = ['wallet', 'otp', 'user', 'bearer', 'flags'];
  if (!isObject(values) || !groups.every((group) => isObject(values[group]))) {
    throw new Error('Unknown format of the dialect. Reload the page.');
  }
  return values as unknown as Dialect;
}

/** Returns whether an event of a stream is a request. */
export function isJournalEntry(event: unknown): event is JournalEntry {
  return isObject(event) && typeof event['id'] === 'string' && isObject(event['request']);
}

/** Returns whether a response is a page of the journal, and not a stream of its events. */
export function isJournalPage(response: unknown): response is Schemas['Journal'] {
  return isObject(response) && Array.isArray(response['items']);
}

function isVersion1(document: unknown): boolean {
  return isObject(document) && document['schemaVersion'] === 1;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Documents with their own schemas (openapi/schemas) that the control API returns. Those of another format
 * version are detected before anything is shown.
 */
import type { ClientReport } from '../../contract/client-report.gen.ts';
import type { Report } from '../../contract/report.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { JournalEntry, Schemas } from './schemas.ts';

/** @throws Error for a client report that this console cannot show */
export function clientReportOf(document: unknown): ClientReport {
  if (isClientReport(document)) return document;
  throw new Error('Unknown format of the client report. Reload the page.');
}

/** @throws Error for a conformance report that this console cannot show */
export function conformReportOf(document: unknown): Report {
  if (isConformReport(document)) return document;
  throw new Error(
    'Unknown format of report.json. Create it again with this version of flagbearer.',
  );
}

/** @throws Error for an incomplete dialect */
export function dialectOf(values: unknown): Dialect {
  if (isDialect(values)) return values;
  throw new Error('Unknown format of the dialect. Reload the page.');
}

/** Whether an event of a stream is a request. */
export function isJournalEntry(event: unknown): event is JournalEntry {
  return isObject(event) && typeof event['id'] === 'string' && isObject(event['request']);
}

/** Whether a response is a page of the journal, and not a stream of its events. */
export function isJournalPage(response: unknown): response is Schemas['Journal'] {
  return isObject(response) && areObjects(response['items']);
}

function isClientReport(document: unknown): document is ClientReport {
  return (
    isVersion1(document) &&
    typeof document['requests'] === 'number' &&
    areObjects(document['mistakes']) &&
    isObject(document['coverage'])
  );
}

function isConformReport(document: unknown): document is Report {
  return (
    isVersion1(document) &&
    typeof document['target'] === 'string' &&
    areObjects(document['results']) &&
    areObjects(document['openQuestions'])
  );
}

function isDialect(values: unknown): values is Dialect {
  return (
    isObject(values) &&
    ['wallet', 'otp', 'user', 'bearer', 'flags'].every((group) => isObject(values[group])) &&
    isObject(values['flags']) &&
    areObjects(values['flags']['catalogue'])
  );
}

function isVersion1(document: unknown): document is Readonly<Record<string, unknown>> {
  return isObject(document) && document['schemaVersion'] === 1;
}

function areObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

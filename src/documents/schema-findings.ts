import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList } from './finding-list.ts';
import { SchemaCheck } from './schema-check.ts';
import { schemas, type SchemaName } from './schema-errors.ts';

/**
 * Compares a value with a schema. Everything that is wrong is found at once, one finding for each
 * place, each of them an error. A large value is compared piece by piece: the validator works without
 * a break, and with many errors its time grows with their square.
 */
export async function schemaFindings(name: SchemaName, value: unknown): Promise<FindingList> {
  const findings = new FindingList();
  const check = new SchemaCheck(schemas[name], findings, new TimeSlices());
  await check.compare(schemas[name], value, '');
  return findings;
}

import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList } from './finding-list.ts';
import type { Progress } from './progress.ts';
import { SchemaCheck } from './schema-check.ts';
import { schemas, type SchemaName } from './schema-errors.ts';

/**
 * Validates a value against a schema. Returns all problems, one error for each place. A large value is
 * validated in pieces: the validator does not pause, and its time grows quadratically with the number of
 * errors.
 */
export async function schemaFindings(
  name: SchemaName,
  value: unknown,
  progress?: Progress,
): Promise<FindingList> {
  const findings = new FindingList();
  const check = new SchemaCheck(schemas[name], findings, new TimeSlices(), progress);
  await check.compare(schemas[name], value, '');
  return findings;
}

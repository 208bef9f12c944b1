import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList } from './finding-list.ts';
import { SchemaCheck } from './schema-check.ts';
import { schemas, type SchemaName } from './schema-errors.ts';
import type { SchemaNode } from './schema-node.ts';

/** A value inside a document. */
interface Part {
  readonly pointer: string;
  readonly schema: SchemaNode;
}

/**
 * Validates a value against a schema. Returns all problems, one error for each place. A large value is
 * validated in pieces: the validator does not pause, and its time grows quadratically with the number of
 * errors.
 *
 * @param part if the value is not the whole document
 */
export async function schemaFindings(
  name: SchemaName,
  value: unknown,
  part: Part = { pointer: '', schema: schemas[name] },
): Promise<FindingList> {
  const findings = new FindingList();
  const check = new SchemaCheck(schemas[name], findings, new TimeSlices());
  await check.compare(part.schema, value, part.pointer);
  return findings;
}

/** The schema of an item of `users`. */
export const userSchema: SchemaNode = schemas.scenario.properties.users.items;

import { resolve } from 'node:path';
import baselineSchema from '../../../openapi/schemas/baseline.schema.json' with { type: 'json' };
import { errorAbout, placedError, problemsOf, type Problem } from '../../config/problems.ts';
import { withoutReferences, type ValueSchema } from '../../config/value-schema.ts';
import type { Baseline as BaselineDocument } from '../../contract/baseline.gen.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { readDocument } from '../../documents/read-document.ts';
import { readInputFile } from '../../ports/input-file.ts';
import { UsageError } from '../command/usage-error.ts';
import type { Baseline } from './baseline.ts';
import { reasonOf } from '../text/reason-of.ts';

const written: ValueSchema = baselineSchema;
const schema = withoutReferences(written, baselineSchema.$defs);

/**
 * @param checkIds the ids of all checks
 * @throws UsageError for an unreadable file
 * @throws ConfigError with all problems: schema errors, unknown check ids
 */
export async function readBaseline(
  file: string,
  cwd: string,
  checkIds: ReadonlySet<string>,
): Promise<Baseline> {
  const text = await readInputFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new UsageError(`--baseline: cannot read ${file}: ${reasonOf(error)}.`);
  });
  const read = await readDocument(text, { file });
  if ('findings' in read) throw errorAbout(read.findings, file);
  // A file in which every line is commented out knows of no failure.
  const value = read.document.value ?? [];
  const problems = problemsOf(schema, value);
  if (problems.length > 0) throw await placedError(problems, read.document, file);

  // It matches the schema that the type is generated from.
  const known = knownIn(value as BaselineDocument);
  const unknown = known.filter(({ id }) => !checkIds.has(id));
  if (unknown.length > 0) {
    const strays = unknown.map((stray) => noSuchCheck(stray, checkIds));
    throw await placedError(strays, read.document, file);
  }
  return new Set(known.map(({ id }) => id));
}

interface KnownId {
  readonly id: string;
  readonly path: readonly (string | number)[];
}

function knownIn(document: BaselineDocument): KnownId[] {
  if (Array.isArray(document)) return document.map((id, at) => ({ id, path: [at] }));
  return document.known.map((entry, at) =>
    typeof entry === 'string'
      ? { id: entry, path: ['known', at] }
      : { id: entry.id, path: ['known', at, 'id'] },
  );
}

function noSuchCheck({ id, path }: KnownId, checkIds: ReadonlySet<string>): Problem {
  const hint = didYouMean(id, checkIds) || ' See flagbearer conform --list.';
  return { path, part: 'value', problem: `no check has the id "${id}".${hint}` };
}

import { resolve } from 'node:path';
import baselineSchema from '../../../openapi/schemas/baseline.schema.json' with { type: 'json' };
import type { CheckResult } from '../../../conformance/outcome.ts';
import { toConfigError, createLocatedError, listProblems } from '../../config/problems.ts';
import type { Baseline as BaselineDocument } from '../../contract/baseline.gen.ts';
import { suggestOr } from '../../did-you-mean.ts';
import { dereference } from '../../documents/dereference.ts';
import { readDocument } from '../../documents/read-document.ts';
import { readInputFile } from '../../ports/input-file.ts';
import { UsageError } from '../command/command.ts';
import { describeError } from '../../describe-error.ts';

/** The checks that are known to fail: their ids, and the reasons in the file. */
export type Baseline = ReadonlyMap<string, string | undefined>;

export interface BaselineComparison {
  /** Ids of checks in the baseline that fail. */
  readonly known: readonly string[];
  /** Ids of checks in the baseline that no longer fail. */
  readonly stale: readonly string[];
}

/**
 * Compares the failures of a run with a baseline. Ignores checks with the verdict `not-tested` or `error`.
 */
export function compareWithBaseline(
  baseline: Pick<Baseline, 'has'>,
  results: readonly Pick<CheckResult, 'id' | 'verdict'>[],
): BaselineComparison {
  const listed = results.filter(({ id }) => baseline.has(id));
  const listIds = (...verdicts: readonly string[]) =>
    listed.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  return { known: listIds('fail'), stale: listIds('pass', 'warn', 'observed') };
}

const schema = dereference(baselineSchema, baselineSchema);

export async function readBaseline(
  file: string,
  cwd: string,
  checkIds: ReadonlySet<string>,
): Promise<Baseline> {
  const text = await readInputFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new UsageError(
      `--baseline: cannot read ${file}: ${describeError(error)}. Check the path; --write-baseline creates the file.`,
    );
  });
  const parsed = await readDocument(text, { file });
  if ('findings' in parsed) throw toConfigError(parsed.findings, file);
  // A file with comments only is an empty baseline.
  const value = parsed.document.value ?? [];
  const schemaErrors = listProblems(schema, value);
  if (schemaErrors.length > 0) throw await createLocatedError(schemaErrors, parsed.document, file);

  // The value matches the schema, and the type is generated from the schema.
  const entries = listEntries(value as BaselineDocument);
  const unknown = entries.filter(({ id }) => !checkIds.has(id));
  if (unknown.length > 0) {
    const problems = unknown.map(({ id, pointer }) => {
      const hint = suggestOr('See flagbearer conform --list.', id, checkIds);
      return { pointer, part: 'value', problem: `no check has the id "${id}". ${hint}` } as const;
    });
    throw await createLocatedError(problems, parsed.document, file);
  }
  return new Map(entries.map(({ id, reason }) => [id, reason]));
}

function listEntries(
  document: BaselineDocument,
): readonly { readonly id: string; readonly reason?: string; readonly pointer: string }[] {
  if (Array.isArray(document)) return document.map((id, index) => ({ id, pointer: `/${index}` }));
  return document.known.map((entry, index) =>
    typeof entry === 'string'
      ? { id: entry, pointer: `/known/${index}` }
      : { ...entry, pointer: `/known/${index}/id` },
  );
}

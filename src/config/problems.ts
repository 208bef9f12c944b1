/** Schema errors of a document, with line and column. */
import { pluralize } from '../pluralize.ts';
import type { Finding } from '../documents/finding.ts';
import { toPointer } from '../documents/pointer.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { ConfigError } from './config-error.ts';
import { listSchemaErrors, type Path } from './schema-errors.ts';
import { describeProblem } from './problem-text.ts';
import type { ValueSchema } from './value-schema.ts';

export interface Problem {
  readonly path: Path;
  /** Whether the last name of the path is invalid, or its value. */
  readonly part: 'key' | 'value';
  readonly problem: string;
}

/** Returns the schema errors of a value. @param written the value before variables were inserted */
export function listProblems(schema: ValueSchema, value: unknown, written = value): Problem[] {
  return listSchemaErrors(schema, value).map((schemaError) => ({
    path: schemaError.path,
    part: schemaError.kind === 'unknownKey' ? 'key' : 'value',
    problem: describeProblem(schemaError, getValue(written, schemaError.path)),
  }));
}

/** Returns all problems as one error, one line each, in file order. */
export async function createPlacedError(
  problems: readonly Problem[],
  document: SourceDocument,
  file: string,
): Promise<ConfigError> {
  const places = await document.locate(problems.map(({ path }) => toPointer(...path)));
  const placed = problems.map(({ path, part, problem }) => {
    const { line, column } = places.get(toPointer(...path))?.[part] ?? { line: 1, column: 1 };
    return { line, column, message: problem, hint: null };
  });
  const inReadingOrder = placed.toSorted(
    (one, other) => one.line - other.line || one.column - other.column,
  );
  const shown = inReadingOrder.slice(0, MAX_PROBLEMS);
  return createError(shown, file, inReadingOrder.length - shown.length);
}

/** Further problems are only counted. */
const MAX_PROBLEMS = 100;

type PlacedText = Pick<Finding, 'line' | 'column' | 'message' | 'hint'>;

/** Returns findings about a file as one error. @param omitted the number of findings not included */
export function createError(
  findings: readonly PlacedText[],
  file: string,
  omitted = 0,
): ConfigError {
  const problems = findings.map(({ line = 1, column = 1, message, hint }) => ({
    where: `${file}:${line}:${column}`,
    problem: hint === null ? message : `${message} ${hint}`,
  }));
  if (omitted > 0) {
    problems.push({ where: file, problem: `${pluralize(omitted, 'more problem')} omitted.` });
  }
  const [{ where, problem } = { where: file, problem: 'cannot be read' }, ...others] = problems;
  return new ConfigError(where, problem, others);
}

/** Returns the value at a path, or the text of a list that was written as one text. */
function getValue(written: unknown, path: Path): unknown {
  let value = written;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return value;
    value = Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined;
  }
  return value;
}

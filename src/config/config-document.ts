import { dirname, resolve } from 'node:path';
import { readDocument } from '../documents/read-document.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { toConfigError, createLocatedError, listProblems } from './problems.ts';
import { sectionNames, listSettings, type SectionName } from './setting.ts';
import { findListSchema, type ValueSchema } from './value-schema.ts';
import {
  encodeVariableReferences,
  decodeVariableReferences,
  replaceVariables,
  type Variables,
} from './replace-variables.ts';

export interface ConfigFile {
  /** Relative to `cwd`. */
  readonly path: string;
  readonly text: string;
  readonly cwd: string;
  readonly variables: Variables;
}

/**
 * Returns the values of one section, by key. Other sections are ignored, because they can refer to variables
 * that are not set.
 *
 * @throws ConfigError with file:line:column of all problems: invalid YAML, an unknown section, unknown and
 * missing keys, invalid values, and `${NAME}` if the variable NAME is not set
 */
export async function readSection(
  file: ConfigFile,
  section: SectionName,
): Promise<ReadonlyMap<string, unknown>> {
  const document = await parse(file);
  const settings = new Map(listSettings(section).map(({ key, schema }) => [key, schema]));
  const schema = createFileSchema(section, settings);
  const rawValue = addSection(document.value, section);
  const { value, problems: variableProblems } = replaceVariables(rawValue, schema, file.variables);
  const reportedPointers = new Set(variableProblems.map(({ pointer }) => pointer));
  // Messages show the text of the file, not the value of a variable, which can be a secret.
  const schemaErrors = listProblems(schema, value, rawValue).filter(
    ({ pointer }) => !reportedPointers.has(pointer),
  );
  const problems = [...variableProblems, ...schemaErrors].map((problem) => ({
    ...problem,
    problem: decodeVariableReferences(problem.problem),
  }));
  if (problems.length > 0) throw await createLocatedError(problems, document, file.path);
  // The value matches the schema.
  const values = (value as Readonly<Record<SectionName, object>>)[section];
  return new Map(
    Object.entries(values).map(([key, inner]) => [
      key,
      resolvePaths(inner, settings.get(key), file),
    ]),
  );
}

async function parse({ text, path }: ConfigFile): Promise<SourceDocument> {
  const parsed = await readDocument(encodeVariableReferences(text), { file: path });
  if ('document' in parsed) return parsed.document;
  const findings = parsed.findings.map((finding) => ({
    ...finding,
    message: decodeVariableReferences(finding.message),
  }));
  throw toConfigError(findings, path);
}

/** Resolves paths against the folder of the file; if this is the current folder, they stay unchanged. */
function resolvePaths(value: unknown, schema: ValueSchema = {}, file: ConfigFile): unknown {
  const items = findListSchema(schema)?.items;
  // A text is accepted as a list with one item.
  if (items) return [value].flat().map((item) => resolvePaths(item, items, file));
  const folder = dirname(file.path);
  if (folder === '.' || typeof value !== 'string' || !isPath(value, schema)) return value;
  const scheme = schema['x-path'] === 'afterFilePrefix' ? 'file:' : '';
  return `${scheme}${resolve(file.cwd, folder, value.slice(scheme.length))}`;
}

/** Returns the schema of a file in which only one section is validated. */
function createFileSchema(
  section: SectionName,
  settings: ReadonlyMap<string, ValueSchema>,
): ValueSchema {
  const sections = sectionNames.map((name): [string, ValueSchema] => [
    name,
    name === section ? createMapSchema(settings) : {},
  ]);
  return createMapSchema(sections);
}

function createMapSchema(properties: Iterable<readonly [string, ValueSchema]>): ValueSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

/** Adds an empty map if the section is missing or contains only comments. */
function addSection(rawValue: unknown, section: SectionName): unknown {
  const map = rawValue ?? {};
  if (typeof map !== 'object' || Array.isArray(map)) return map;
  const sections = new Map<string, unknown>(Object.entries(map));
  return Object.fromEntries(sections.set(section, sections.get(section) ?? {}));
}

function isPath(value: string, schema: ValueSchema): boolean {
  const rule = schema['x-path'];
  if (rule === 'afterFilePrefix') return value.startsWith('file:');
  return rule === 'always' || (rule === 'unlessName' && /[./\\]/.test(value));
}

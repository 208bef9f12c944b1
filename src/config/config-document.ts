import { dirname, resolve } from 'node:path';
import { pointerTo } from '../documents/pointer.ts';
import { readDocument } from '../documents/read-document.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { errorAbout, placedError, problemsOf } from './problems.ts';
import { sectionNames, settingsOf, type SectionName } from './setting.ts';
import { listIn, type ValueSchema } from './value-schema.ts';
import { hideReferences, showReferences } from './variable-reference.ts';
import { withVariables, type Variables } from './with-variables.ts';

export interface ConfigFile {
  /** As seen from `cwd`, for the messages. */
  readonly path: string;
  readonly text: string;
  readonly cwd: string;
  readonly variables: Variables;
}

/** @throws ConfigError for a text that is not YAML. */
export async function readConfigDocument(file: ConfigFile): Promise<ConfigDocument> {
  const read = await readDocument(hideReferences(file.text), { file: file.path });
  if ('document' in read) return new ConfigDocument(file, read.document);
  const findings = read.findings.map((finding) => ({
    ...finding,
    message: showReferences(finding.message),
  }));
  throw errorAbout(findings, file.path);
}

/** A configuration file. Every problem with it is a line of a ConfigError, with file:line:column. */
export class ConfigDocument {
  readonly #file: ConfigFile;
  readonly #document: SourceDocument;

  constructor(file: ConfigFile, document: SourceDocument) {
    this.#file = file;
    this.#document = document;
  }

  /**
   * Returns the values of one section, by key. Other sections are not read: starting a sandbox does not
   * need the variables that they refer to.
   *
   * @throws ConfigError for an unknown section, and for each unknown or missing key, invalid value, and
   * `${NAME}` whose variable is not set
   */
  async section(section: SectionName): Promise<ReadonlyMap<string, unknown>> {
    const settings = new Map(settingsOf(section).map(({ key, schema }) => [key, schema]));
    const schema = fileSchema(section, settings);
    const written = withSection(this.#document.value, section);
    const { value, bad } = withVariables(written, schema, this.#file.variables);
    const unknown = new Set(bad.map(({ path }) => pointerTo(...path)));
    // Messages show the text of the file, not the value of a variable, which may be a secret.
    const schemaErrors = problemsOf(schema, value, written).filter(
      ({ path }) => !unknown.has(pointerTo(...path)),
    );
    const problems = [...bad, ...schemaErrors].map((each) => ({
      ...each,
      problem: showReferences(each.problem),
    }));
    if (problems.length > 0) throw await placedError(problems, this.#document, this.#file.path);
    const values = Object.entries(mapAt(value, section));
    return new Map(values.map(([key, inner]) => [key, this.#withPaths(inner, settings.get(key))]));
  }

  /** A path in the file leads from the file's folder, wherever the command is started. */
  #withPaths(value: unknown, schema: ValueSchema = {}): unknown {
    const items = listIn(schema)?.items;
    // A single text is accepted as a list of one.
    if (items) return [value].flat().map((item) => this.#withPaths(item, items));
    const folder = dirname(this.#file.path);
    if (folder === '.' || typeof value !== 'string' || !isPath(value, schema)) return value;
    const scheme = schema['x-path'] === 'afterFile' ? 'file:' : '';
    return `${scheme}${resolve(this.#file.cwd, folder, value.slice(scheme.length))}`;
  }
}

/** The whole file, with one section that matters. */
function fileSchema(section: SectionName, settings: ReadonlyMap<string, ValueSchema>): ValueSchema {
  const sections = sectionNames.map((name): [string, ValueSchema] => [
    name,
    name === section ? { type: 'object', properties: Object.fromEntries(settings) } : {},
  ]);
  return { type: 'object', properties: Object.fromEntries(sections) };
}

/** A file or a section whose lines are all commented out has no value, and is empty. */
function withSection(written: unknown, section: SectionName): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== 'object' || Array.isArray(written)) return written;
  const sections = new Map<string, unknown>(Object.entries(written));
  return Object.fromEntries(sections.set(section, sections.get(section) ?? {}));
}

function mapAt(value: unknown, section: SectionName): object {
  if (typeof value !== 'object' || value === null) return {};
  const inside = new Map<string, unknown>(Object.entries(value)).get(section);
  return typeof inside === 'object' && inside !== null ? inside : {};
}

function isPath(value: string, schema: ValueSchema): boolean {
  const rule = schema['x-path'];
  if (rule === 'afterFile') return value.startsWith('file:');
  return rule === 'always' || (rule === 'unlessName' && /[./\\]/.test(value));
}

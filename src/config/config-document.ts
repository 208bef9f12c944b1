import { dirname, resolve } from 'node:path';
import { pointerTo } from '../documents/pointer.ts';
import { readDocument } from '../documents/read-document.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { ConfigError } from './config-error.ts';
import { didYouMean } from '../did-you-mean.ts';
import { misfitOf, valueFromText } from './setting-value.ts';
import { sectionNames, settingsOf, type SectionName, type ValueSchema } from './setting.ts';
import {
  hasReference,
  hideReferences,
  replaceReferences,
  showReferences,
} from './variable-reference.ts';

export interface ConfigFile {
  /** As seen from `cwd`, for the messages. */
  readonly path: string;
  readonly text: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The names and list positions that lead to a value. */
type Path = readonly (string | number)[];

/** @throws ConfigError for a text that is not YAML. */
export async function readConfigDocument(file: ConfigFile): Promise<ConfigDocument> {
  const read = await readDocument(hideReferences(file.text), { file: file.path });
  if ('document' in read) return new ConfigDocument(file, read.document);
  const [{ line, column, message, hint } = notYaml] = read.findings;
  throw new ConfigError(`${file.path}:${line}:${column}`, showReferences(`${message} ${hint}`));
}

const notYaml = { line: 1, column: 1, message: 'This is not YAML.', hint: '' };

/** A configuration file. Every problem with it is a ConfigError with file:line:column. */
export class ConfigDocument {
  readonly #file: ConfigFile;
  readonly #document: SourceDocument;

  constructor(file: ConfigFile, document: SourceDocument) {
    this.#file = file;
    this.#document = document;
  }

  /**
   * The values of one section, by key. The other sections are not looked into: starting a sandbox
   * doesn't ask for the variables that a section about something else refers to.
   *
   * @throws ConfigError for an unknown section or key, a value that doesn't fit, and a `${NAME}`
   * whose variable is not set.
   */
  section(section: SectionName): ReadonlyMap<string, unknown> {
    const settings = settingsOf(section);
    const keys = settings.map(({ key }) => key);
    const sections = this.#entries(this.#document.value, [], sectionNames);
    const entries = this.#entries(sections.get(section), [section], keys);

    const values = new Map<string, unknown>();
    for (const { key, schema } of settings) {
      if (!entries.has(key)) continue;
      values.set(key, this.#fittingValue(entries.get(key), [section, key], schema));
    }
    return values;
  }

  /** What stands in a map. One whose lines are all commented out has no value, and is empty. */
  #entries(written: unknown, path: Path, known: readonly string[]): ReadonlyMap<string, unknown> {
    if (written === undefined || written === null) return new Map();
    if (typeof written !== 'object' || Array.isArray(written)) {
      throw this.#errorAt(path, 'value', `must be a map of ${known.join(', ')}`);
    }
    const entries = new Map<string, unknown>(Object.entries(written));
    const kind = path.length === 0 ? 'section' : `key of ${path.join('.')}`;
    for (const name of entries.keys()) {
      if (known.includes(name)) continue;
      const problem = `"${showReferences(name)}" is not a ${kind}.${didYouMean(name, known)}`;
      throw this.#errorAt([...path, name], 'key', problem);
    }
    return entries;
  }

  #fittingValue(written: unknown, path: Path, schema: ValueSchema): unknown {
    const value = this.#withVariables(written, path, schema);
    const misfit = misfitOf(schema, value);
    if (misfit) {
      const { index, requirement } = misfit;
      const isItem = index !== undefined && Array.isArray(written);
      const culprit: unknown = isItem ? written[index] : written;
      // What stands in the file is shown, never the value of a variable: it may be a secret.
      const found = schema.writeOnly ? 'the value' : showReferences(JSON.stringify(culprit));
      const problem = `${path.join('.')}: ${found} ${requirement}`;
      throw this.#errorAt(isItem ? [...path, index] : path, 'value', problem);
    }
    return this.#withPaths(value, schema);
  }

  #withVariables(written: unknown, path: Path, schema: ValueSchema): unknown {
    const { items } = schema;
    if (Array.isArray(written) && items) {
      return written.map((item, index) => this.#withVariables(item, [...path, index], items));
    }
    if (typeof written !== 'string') return written;
    if (hasReference(written)) {
      const text = replaceReferences(written, (name) => this.#variable(name, path));
      return valueFromText(schema, text);
    }
    if (written.includes('${')) {
      const problem = 'a variable is written ${NAME}, with letters, digits and _ only';
      throw this.#errorAt(path, 'value', problem);
    }
    return written;
  }

  #variable(name: string, path: Path): string {
    const value = this.#file.env[name];
    if (value === undefined) {
      throw this.#errorAt(path, 'value', `the variable ${name} is not set`);
    }
    return value;
  }

  /** A path in the file leads from the file's folder, wherever the command is started. */
  #withPaths(value: unknown, schema: ValueSchema): unknown {
    const { items } = schema;
    if (Array.isArray(value) && items) return value.map((item) => this.#withPaths(item, items));
    const folder = dirname(this.#file.path);
    if (folder === '.' || typeof value !== 'string' || !isPath(value, schema)) return value;
    return resolve(this.#file.cwd, folder, value);
  }

  #errorAt(path: Path, part: 'key' | 'value', problem: string): ConfigError {
    const pointer = pointerTo(...path);
    const { line, column } = this.#document.locate([pointer]).get(pointer)?.[part] ?? {
      line: 1,
      column: 1,
    };
    return new ConfigError(`${this.#file.path}:${line}:${column}`, problem);
  }
}

function isPath(value: string, schema: ValueSchema): boolean {
  const rule = schema['x-path'];
  return rule === 'always' || (rule === 'unlessName' && /[./\\]/.test(value));
}

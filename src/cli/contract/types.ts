/** Types of the effective contract, by openapi-typescript where it is installed. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { UsageError } from '../command/usage-error.ts';

/** What is used of it; the rest is not looked at. */
interface OpenApiTypescript {
  default(document: object, options: object): Promise<unknown>;
  astToString(ast: unknown): string;
}

/**
 * @param cwd folder of the project, beside which the package is looked for first
 * @throws UsageError where it is installed nowhere
 */
export async function contractTypes(document: OpenApiDocument, cwd: string): Promise<string> {
  const { default: typesOf, astToString } = await openApiTypescript(cwd);
  const ast = await typesOf(withoutPresenceRules(document), { silent: true });
  const head =
    '// Made by flagbearer contract --format types: the effective contract of a dialect.\n';
  return `${head}\n${astToString(ast)}`;
}

async function openApiTypescript(cwd: string): Promise<OpenApiTypescript> {
  for (const from of [join(cwd, 'package.json'), import.meta.url]) {
    const path = resolved(from);
    if (path === undefined) continue;
    const loaded: unknown = await import(pathToFileURL(path).href);
    const module = isOurs(loaded) ? loaded : moduleIn(loaded);
    if (isOurs(module)) return module;
  }
  throw new UsageError(
    '--format types needs openapi-typescript, which is not installed: npm install --save-dev openapi-typescript typescript',
  );
}

/** A CommonJS module may be the default of what is imported. */
function moduleIn(loaded: unknown): unknown {
  return typeof loaded === 'object' && loaded !== null && 'default' in loaded
    ? loaded.default
    : undefined;
}

function resolved(from: string): string | undefined {
  try {
    return createRequire(from).resolve('openapi-typescript');
  } catch {
    return undefined;
  }
}

function isOurs(module: unknown): module is OpenApiTypescript {
  return (
    typeof module === 'object' &&
    module !== null &&
    'default' in module &&
    typeof module.default === 'function' &&
    'astToString' in module
  );
}

/**
 * Leaves out a `oneOf` or `anyOf` that only says which properties go together: a rule for values,
 * which openapi-typescript would widen to `unknown`.
 */
function withoutPresenceRules(document: OpenApiDocument): object {
  const copy: unknown = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    const isUnion = (key === 'oneOf' || key === 'anyOf') && Array.isArray(value);
    return isUnion && value.every(isPresenceRule) ? undefined : value;
  });
  // It was an object.
  return copy as object;
}

function isPresenceRule(branch: unknown): boolean {
  return (
    typeof branch === 'object' &&
    branch !== null &&
    Object.keys(branch).every((word) => word === 'required' || word === 'not')
  );
}

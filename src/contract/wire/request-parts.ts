/** The members of a request that operations read. */
export interface WireRequest {
  readonly body?: unknown;
  readonly query?: unknown;
  /** By lower-case name. */
  readonly headers?: unknown;
}

/** A request as a client of the deployment sends it. */
export interface WrittenRequest {
  readonly body: Readonly<Record<string, string>> | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export function toRequestWithBody(body: Readonly<Record<string, string>>): WrittenRequest {
  return { body, query: {}, headers: {} };
}

/** Returns the string under a name; null if missing. @throws TypeError for another type */
export function findText(part: unknown, name: string): string | null {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return null;
  const value: unknown = Reflect.get(part, name);
  if (typeof value !== 'string') throw new TypeError(`${name} is not a string`);
  return value;
}

/** Returns the string under a name. @throws TypeError if it is missing, or of another type */
export function getText(part: unknown, name: string): string {
  const value = findText(part, name);
  if (value === null) throw new TypeError(`${name} is missing`);
  return value;
}

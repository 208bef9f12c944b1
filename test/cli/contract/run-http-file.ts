export interface RequestResult {
  readonly name: string;
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Runs an .http file as the extension REST Client of VS Code does. `overrides` replace variables of the file. */
export async function runHttpFile(
  text: string,
  overrides: Readonly<Record<string, string>>,
): Promise<readonly RequestResult[]> {
  const [head = '', ...sections] = text.split(/^###.*$/m);
  const variables = new Map(
    Array.from(head.matchAll(/^@(?<name>\w+) = (?<value>.*)$/gm), ({ groups }) => [
      groups!['name']!,
      groups!['value']!,
    ]),
  );
  for (const [name, value] of Object.entries(overrides)) variables.set(name, value);
  const results: RequestResult[] = [];
  for (const section of sections) results.push(await sendRequest(section, variables, results));
  return results;
}

async function sendRequest(
  section: string,
  variables: ReadonlyMap<string, string>,
  results: readonly RequestResult[],
): Promise<RequestResult> {
  const request = section.replaceAll(/\{\{([^}]+)\}\}/g, (_, reference: string) =>
    resolveReference(reference, variables, results),
  );
  const lines = request.trim().split('\n');
  const name = /^# @name (\w+)$/.exec(lines.shift() ?? '')?.[1] ?? '';
  const [method = '', url = ''] = (lines.shift() ?? '').split(' ');
  const blank = lines.indexOf('');
  const headers = lines.slice(0, blank === -1 ? undefined : blank);
  const response = await fetch(url, {
    method,
    headers: headers.map((line) => /^(.*?): (.*)$/.exec(line)!.slice(1) as [string, string]),
    ...(blank === -1 ? {} : { body: lines.slice(blank + 1).join('\n') }),
  });
  const text = await response.text();
  return { name, status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Returns the value of `{{baseUrl}}` or `{{start.response.body.$.items[0].code}}`. */
function resolveReference(
  reference: string,
  variables: ReadonlyMap<string, string>,
  results: readonly RequestResult[],
): string {
  const [name, path] = reference.split('.response.body.$.');
  if (path === undefined) return variables.get(reference) ?? `no ${reference}`;
  const body = results.find((result) => result.name === name)?.body;
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  return String(steps.reduce((value, step) => value?.[step], body));
}

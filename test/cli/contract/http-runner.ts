/** Runs an .http file as REST Client does: variables, named requests, references to their responses. */

export interface RanRequest {
  readonly name: string;
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** @param given variables that win over those of the file */
export async function runHttpFile(
  text: string,
  given: Readonly<Record<string, string>>,
): Promise<readonly RanRequest[]> {
  const [head = '', ...sections] = text.split(/^###.*$/m);
  const variables = new Map(
    Array.from(head.matchAll(/^@(?<name>\w+) = (?<value>.*)$/gm), ({ groups }) => [
      groups!['name']!,
      groups!['value']!,
    ]),
  );
  for (const [name, value] of Object.entries(given)) variables.set(name, value);
  const ran: RanRequest[] = [];
  for (const section of sections) ran.push(await run(section, variables, ran));
  return ran;
}

async function run(
  section: string,
  variables: ReadonlyMap<string, string>,
  ran: readonly RanRequest[],
): Promise<RanRequest> {
  const filled = section.replaceAll(/\{\{([^}]+)\}\}/g, (_, word: string) =>
    getValue(word, variables, ran),
  );
  const lines = filled.trim().split('\n');
  const name = /^# @name (\w+)$/.exec(lines.shift() ?? '')?.[1] ?? '';
  const [method = '', url = ''] = (lines.shift() ?? '').split(' ');
  const blank = lines.indexOf('');
  const headers = lines.slice(0, blank === -1 ? undefined : blank);
  const response = await fetch(url, {
    method,
    headers: headers.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
    ...(blank === -1 ? {} : { body: lines.slice(blank + 1).join('\n') }),
  });
  const text = await response.text();
  return { name, status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** `baseUrl`, `start.response.body.$.items[0].code` */
function getValue(
  word: string,
  variables: ReadonlyMap<string, string>,
  ran: readonly RanRequest[],
): string {
  const [name, path] = word.split('.response.body.$.');
  if (path === undefined) return variables.get(word) ?? `no ${word}`;
  const body = ran.find((each) => each.name === name)?.body;
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  return String(steps.reduce((value, step) => value?.[step], body));
}

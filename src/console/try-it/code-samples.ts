import { shellText } from '../traffic/curl.ts';
import { urlOf, type ServiceRequest } from './exchange.ts';

export const LANGUAGES = ['curl', 'fetch', 'typed client'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Returns a request as code for a terminal, a page, or a project. */
export function codeOf(language: Language, request: ServiceRequest, baseUrl: string): string {
  switch (language) {
    case 'curl':
      return curlCode(request, baseUrl);
    case 'fetch':
      return fetchCode(request, baseUrl);
    case 'typed client':
      return typedCode(request, baseUrl);
  }
}

function curlCode(request: ServiceRequest, baseUrl: string): string {
  const { method, headers, body } = request;
  return [
    `curl -X ${method} ${shellText(urlOf(baseUrl, request))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${shellText(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function fetchCode(request: ServiceRequest, baseUrl: string): string {
  const { method, headers, body } = request;
  const options = [
    `method: ${script(method)},`,
    `headers: ${script(headers)},`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${script(body)}),`]),
  ];
  return [
    `const response = await fetch(${script(urlOf(baseUrl, request))}, {`,
    ...indented(options),
    '});',
    'const body = await response.json();',
  ].join('\n');
}

function typedCode(
  { method, path, query, headers, body }: ServiceRequest,
  baseUrl: string,
): string {
  const { 'content-type': _, ...own } = headers;
  const options = [
    ...(query === undefined ? [] : [`params: { query: ${script(query)} },`]),
    ...(body === undefined ? [] : [`body: ${script(body)},`]),
  ];
  const call = `const { data, error } = await service.${method}(${script(path)}`;
  return [
    `// npm install openapi-fetch openapi-typescript`,
    `// npx openapi-typescript ${baseUrl}/sandbox/openapi.json -o service.ts`,
    `import createClient from 'openapi-fetch';`,
    `import type { paths } from './service.ts';`,
    '',
    'const service = createClient<paths>({',
    ...indented([`baseUrl: ${script(baseUrl)},`, `headers: ${script(own)},`]),
    '});',
    ...(options.length === 0 ? [`${call});`] : [`${call}, {`, ...indented(options), '});']),
  ].join('\n');
}

function indented(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split('\n')).map((line) => `  ${line}`);
}

/** Returns a value as JavaScript: JSON with unquoted names where possible. */
function script(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

import { quoteForShell } from '../traffic/curl.ts';
import { getUrl, type ServiceRequest } from './exchange.ts';

/** Functions that format a request as code for a terminal, a page, or a project. */
export const CODE_FORMATS = {
  curl: formatCurlCode,
  fetch: formatFetchCode,
  'typed client': formatTypedCode,
} as const;

function formatCurlCode(request: ServiceRequest, baseUrl: string): string {
  const { method, headers, body } = request;
  return [
    `curl -X ${method} ${quoteForShell(getUrl(baseUrl, request))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function formatFetchCode(request: ServiceRequest, baseUrl: string): string {
  const { method, headers, body } = request;
  return [
    `const response = await fetch(${formatScript(getUrl(baseUrl, request))}, {`,
    ...indent([
      `method: ${formatScript(method)},`,
      `headers: ${formatScript(headers)},`,
      ...(body === undefined ? [] : [`body: JSON.stringify(${formatScript(body)}),`]),
    ]),
    '});',
    'const body = await response.json();',
  ].join('\n');
}

function formatTypedCode(request: ServiceRequest, baseUrl: string): string {
  const { method, path, query, headers, body } = request;
  const { 'content-type': _, ...clientHeaders } = headers;
  const options = [
    ...(query === undefined ? [] : [`params: { query: ${formatScript(query)} },`]),
    ...(body === undefined ? [] : [`body: ${formatScript(body)},`]),
  ];
  const call = `const { data, error } = await service.${method}(${formatScript(path)}`;
  return [
    `// npm install openapi-fetch openapi-typescript`,
    `// npx openapi-typescript ${baseUrl}/sandbox/openapi.json -o service.ts`,
    `import createClient from 'openapi-fetch';`,
    `import type { paths } from './service.ts';`,
    '',
    'const service = createClient<paths>({',
    ...indent([`baseUrl: ${formatScript(baseUrl)},`, `headers: ${formatScript(clientHeaders)},`]),
    '});',
    ...(options.length === 0 ? [`${call});`] : [`${call}, {`, ...indent(options), '});']),
  ].join('\n');
}

function indent(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split('\n')).map((line) => `  ${line}`);
}

/** Returns a value as JavaScript: JSON with unquoted names where possible. */
function formatScript(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

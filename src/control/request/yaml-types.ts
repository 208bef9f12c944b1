/** The media type of YAML, and the names that it had before it was registered (RFC 9512, section 2.1). */
export const YAML = 'application/yaml';

export const YAML_TYPES: readonly string[] = [
  YAML,
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
];

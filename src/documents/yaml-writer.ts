/** What writes YAML, imported late: a bundle has no names in what `import()` of CommonJS gives. */
export { stringify } from 'yaml';

import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);

/**
 * Formats the licences of the packages that the bundles contain.
 * @param {...import('esbuild').Metafile} metafiles
 * @returns {string}
 */
export function formatThirdPartyLicences(...metafiles) {
  const paths = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, input]) => input.bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const notices = [...new Set(paths)].map(readNotice).sort();
  return ['The files beside this one contain code of these packages.', ...notices].join(
    `\n\n${'-'.repeat(80)}\n\n`,
  );
}

function readNotice(/** @type {string} */ path) {
  const folder = new URL(`${path}/`, root);
  const { name, version, license } = JSON.parse(
    readFileSync(new URL('package.json', folder), 'utf8'),
  );
  return `${name} ${version} (${license})\n\n${readLicence(folder)}`.trim();
}

/** Returns the licence file. Without this file, returns the README from its heading "License". */
function readLicence(/** @type {URL} */ folder) {
  const files = readdirSync(folder);
  const readFirst = (/** @type {RegExp} */ pattern) => {
    const file = files.find((name) => pattern.test(name));
    return file && readFileSync(new URL(file, folder), 'utf8').trim();
  };
  const licence = readFirst(/^(licen[cs]e|copying)/i);
  return licence ?? /^#+ licen[cs]e\b.*/ims.exec(readFirst(/^readme/i) ?? '')?.[0] ?? '';
}

import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);

/**
 * Formats the licences of the packages that the bundles contain.
 * @param {...import('esbuild').Metafile} metafiles
 * @returns {string}
 */
export function formatThirdPartyLicences(...metafiles) {
  const folders = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, input]) => input.bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const notices = [...new Set(folders)].map(readNotice).sort();
  return ['The files beside this one contain code of these packages.', ...notices].join(
    `\n\n${'-'.repeat(80)}\n\n`,
  );
}

function readNotice(/** @type {string} */ folder) {
  const directory = new URL(`${folder}/`, root);
  const { name, version, license } = JSON.parse(
    readFileSync(new URL('package.json', directory), 'utf8'),
  );
  return `${name} ${version} (${license})\n\n${readLicence(directory)}`.trim();
}

/** Returns the text of the licence file, else the end of the README from its heading "License". */
function readLicence(/** @type {URL} */ directory) {
  const files = readdirSync(directory);
  const readFirst = (/** @type {RegExp} */ pattern) => {
    const file = files.find((name) => pattern.test(name));
    return file && readFileSync(new URL(file, directory), 'utf8').trim();
  };
  const licence = readFirst(/^(licen[cs]e|copying)/i);
  return licence ?? /^#+ licen[cs]e\b.*/ims.exec(readFirst(/^readme/i) ?? '')?.[0] ?? '';
}

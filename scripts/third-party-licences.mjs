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
  const file = readdirSync(directory).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? readFileSync(new URL(file, directory), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}`.trim();
}

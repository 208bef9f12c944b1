/** The site: the Markdown of docs/ as static files. `npm run docs` builds it into .vitepress/dist. */
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { githubSlug } from './github-slug.mjs';
import { sidebar } from './sidebar.mjs';

const docs = fileURLToPath(new URL('../', import.meta.url));
const repository = resolve(docs, '..');

/** Files of the repository that pages link to; they are copied beside the pages. */
const linkedFiles = new Set();

export default defineConfig({
  title: 'flagbearer',
  description: 'A sandbox and a judge for the User Authentication and Account Flags service',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
  markdown: { anchor: { slugify: githubSlug }, config: withLinkedFiles },
  transformHead: ({ page }) => [['script', {}, readableFromDisk(page)]],
  buildEnd: ({ outDir }) => {
    for (const file of linkedFiles) {
      const target = join(outDir, 'files', asText(file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(repository, file), target);
    }
  },
  vite: { plugins: [vueOfTheSite()] },
});

/**
 * Links of a page that lead out of docs/: to files, which come along; to folders, of which the page
 * says the name and no more.
 */
function withLinkedFiles(/** @type {import('vitepress').MarkdownRenderer} */ markdown) {
  markdown.core.ruler.push('linked-files', ({ tokens, env }) => {
    const folder = dirname(join(docs, env.relativePath));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const [path = ''] = String(token.attrGet('href') ?? '').split('#');
      if (token.type !== 'link_open' || path === '' || /^[a-z]+:/.test(path)) continue;
      const file = relative(repository, resolve(folder, path)).replaceAll('\\', '/');
      if (file.startsWith('docs/') || !existsSync(join(repository, file))) continue;
      if (statSync(join(repository, file)).isFile()) {
        linkedFiles.add(file);
        token.attrSet('href', `/files/${asText(file)}`);
        // Else it is taken for a page.
        token.attrSet('target', '_self');
      } else token.attrSet('href', '#');
    }
  });
}

/** A name under which a browser shows a file, and does not save it. */
function asText(/** @type {string} */ file) {
  return /[.](?:html|json|txt)$/.test(file) ? file : `${file}.txt`;
}

/**
 * Pages name each other from the root of the site. Read from the disk there is no such root, so a
 * page that was opened as a file turns its links into relative ones. Its scripts stay unloaded: a
 * browser loads none from the disk. The search is theirs, so it takes a server.
 */
function readableFromDisk(/** @type {string} */ page) {
  const toRoot =
    page
      .split('/')
      .slice(1)
      .map(() => '../')
      .join('') || './';
  return `if (location.protocol === 'file:') addEventListener('DOMContentLoaded', () => {
    for (const name of ['href', 'src']) for (const element of document.querySelectorAll('[' + name + '^="/"]'))
      element.setAttribute(name, '${toRoot}' + (element.getAttribute(name).slice(1) || 'index.html'));
  });`;
}

/** Pages lie outside of this folder, which has the packages. */
function vueOfTheSite() {
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'vue-of-the-site',
    enforce: 'pre',
    resolveId(id, _importer, { ssr }) {
      if (!/^vue(\/|$)/.test(id)) return undefined;
      return ssr
        ? { id, external: true }
        : this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true });
    },
  };
  return plugin;
}

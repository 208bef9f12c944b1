/** Configures VitePress: `npm run docs` builds a static site from docs/ into docs/.vitepress/dist. */
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { toGithubSlug } from './github-slug.mjs';
import { sidebar } from './sidebar.mjs';

const docs = fileURLToPath(new URL('../', import.meta.url));
const repository = resolve(docs, '..');

/** Files outside docs/ that pages link to. They are copied to the site. */
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
  markdown: { anchor: { slugify: toGithubSlug }, config: rewriteLinks },
  transformHead: ({ page }) => [['script', {}, createFileUrlScript(page)]],
  buildEnd: ({ outDir }) => {
    for (const file of linkedFiles) {
      const target = join(outDir, 'files', toDisplayableName(file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(repository, file), target);
    }
  },
  vite: { plugins: [resolveVue()] },
});

/**
 * Rewrites links that point outside docs/. A link to a file gets the URL of the copied file. A link to a
 * folder gets `#`, because folders are not copied.
 */
function rewriteLinks(/** @type {import('vitepress').MarkdownRenderer} */ markdown) {
  markdown.core.ruler.push('linked-files', ({ tokens, env }) => {
    const folder = dirname(join(docs, env.relativePath));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const [path = ''] = String(token.attrGet('href') ?? '').split('#');
      if (token.type !== 'link_open' || path === '' || /^[a-z]+:/.test(path)) continue;
      const file = relative(repository, resolve(folder, path)).replaceAll('\\', '/');
      if (file.startsWith('docs/') || !existsSync(join(repository, file))) continue;
      if (statSync(join(repository, file)).isFile()) {
        linkedFiles.add(file);
        token.attrSet('href', `/files/${toDisplayableName(file)}`);
        // Without target, VitePress treats the link as a link to a page.
        token.attrSet('target', '_self');
      } else token.attrSet('href', '#');
    }
  });
}

/** Returns a file name that a browser displays instead of downloading. */
function toDisplayableName(/** @type {string} */ file) {
  return /[.](?:html|json|txt)$/.test(file) ? file : `${file}.txt`;
}

/**
 * Returns a script that makes the links of a page relative if the page is opened from the disk (file:). The
 * other scripts of the site do not load from the disk, so the search requires a server.
 */
function createFileUrlScript(/** @type {string} */ page) {
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

/** Returns a plugin that resolves `vue` from this folder, because docs/ has no node_modules. */
function resolveVue() {
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'resolve-vue',
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

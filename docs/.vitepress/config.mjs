import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
const besideThis = fileURLToPath(import.meta.url);
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId(id, _importer, { ssr }) {
    if (!/^vue(\/|$)/.test(id)) return undefined;
    return ssr ? { id, external: true } : this.resolve(id, besideThis, { skipSelf: true });
  },
};
export default defineConfig({ title: 'flagbearer', lang: 'en', themeConfig: { search: { provider: 'local' } }, ignoreDeadLinks: true,
 vite: { plugins: [vueOfTheSite] } });

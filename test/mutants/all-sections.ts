import { readdirSync } from 'node:fs';
import type { Section } from '../../conformance/define-check.ts';
export async function allSections(): Promise<Section[]> {
  const dir = new URL('../../conformance/sections/', import.meta.url);
  const out: Section[] = [];
  for (const f of readdirSync(dir)
    .filter((n) => n.endsWith('.check.ts'))
    .sort()) {
    try {
      const m = await import(/* @vite-ignore */ new URL(f, dir).pathname);
      for (const v of Object.values(m))
        if (v && typeof v === 'object' && 'checks' in (v as object)) out.push(v as Section);
    } catch (e) {
      console.log('cannot load', f, String(e).slice(0, 200));
    }
  }
  return out;
}

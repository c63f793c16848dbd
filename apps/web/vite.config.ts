import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { noticesOf } from '../cli/tools/notices.ts'

/** The licences of the packages that the page contains, beside it. */
const notices: Plugin = {
  name: 'notices',
  async generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
    const files = chunks.filter((id) => !id.startsWith('\0')).map((id) => id.replace(/\?.*$/, ''))
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.md', source: await noticesOf(files) })
  },
}

export default defineConfig({
  plugins: [react(), notices],
  // Wherever a proxy puts it.
  base: './',
  build: {
    outDir: '../cli/dist/page',
    emptyOutDir: true,
    // The policy lets nothing run that does not come from a file.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    target: 'es2023',
  },
})

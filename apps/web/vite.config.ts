import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/** Lays each file beside itself as it is sent: as small as it gets takes seconds, which no server has. */
const packed: Plugin = {
  name: 'packed',
  enforce: 'post',
  generateBundle(_, files) {
    for (const one of Object.values(files)) {
      if (!/\.(?:js|css)$/.test(one.fileName)) continue
      const source = brotliCompressSync(one.type === 'chunk' ? one.code : one.source)
      this.emitFile({ type: 'asset', fileName: `${one.fileName}.br`, source })
    }
  },
}

export default defineConfig({
  plugins: [react(), packed],
  // Wherever a proxy puts it.
  base: './',
  build: {
    outDir: '../cli/dist/page',
    emptyOutDir: true,
    // The licences of the packages that the page contains, beside it.
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    // The policy lets nothing run that does not come from a file.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    target: 'es2023',
  },
})

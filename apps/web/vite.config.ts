import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/** Lays each file beside itself as it is sent: as small as it gets takes seconds, which no server has. */
const packed: Plugin = {
  name: 'packed',
  // Only then all of them are as they are sent.
  async writeBundle({ dir = '' }, files) {
    for (const name of Object.keys(files).filter((one) => /\.(?:js|css)$/.test(one))) {
      const file = join(dir, name)
      await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
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

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
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

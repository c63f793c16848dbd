import { basename } from 'node:path'
import { definePlugin } from '@datacortex/plugin'

export const plugin = definePlugin({
  name: 'my-module',
  kind: 'sub-agent',
  setup: () => ({
    accepts: ({ contentType }) => contentType === 'text/csv',
    // Runs in a process of its own, with limits of time and memory.
    async extract({ name, bytes }) {
      const rows = new TextDecoder().decode(bytes).trim().split(/\r?\n/)
      const columns = rows[0].split(',').map((column) => `- ${column.trim()}`)
      const text = `${rows.length - 1} rows with the columns\n\n${columns.join('\n')}`
      return { documents: [{ id: '', title: basename(name), text, blocks: [], authors: [] }], findings: [] }
    },
  }),
})

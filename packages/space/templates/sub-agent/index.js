import { basename } from 'node:path'
import { definePlugin } from '@datacortex/plugin'

export const plugin = definePlugin({
  name: 'my-module',
  kind: 'sub-agent',
  setup: () => ({
    accepts: ({ contentType }) => contentType === 'text/csv',
    // Runs in a process of its own, with limits of time and memory.
    async extract({ name, bytes }) {
      const [head = '', ...rows] = new TextDecoder().decode(bytes).trim().split(/\r?\n/)
      const columns = head.split(',').map((column) => `- ${column.trim()}`)
      const text = `${rows.length} rows with the columns\n\n${columns.join('\n')}`
      return { documents: [{ id: '', title: basename(name), text, blocks: [], authors: [] }], findings: [] }
    },
  }),
})

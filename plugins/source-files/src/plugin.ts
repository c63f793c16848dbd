import { type Plugin, definePlugin } from '@datacortex/plugin'
import { FilesSettings } from './files-settings.ts'
import { openFolderIndex } from './folder-index.ts'
import { passageOf } from './passage-of.ts'

/** Searches the texts of a folder on this machine and hands them over whole. Nothing leaves the machine. */
export const plugin: Plugin<'source', FilesSettings> = definePlugin({
  name: 'source-files',
  kind: 'source',
  config: FilesSettings,
  setup({ config, log }) {
    const searchFolder = openFolderIndex(config, { log })
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
        const found = await searchFolder(query, { signal, limit })
        const documents = found.map(({ path, title, text, terms, score }) => {
          const whole = text.trim() === '' ? undefined : text
          return { id: `files:${path}`, title, snippet: passageOf(text, terms), text: whole, score }
        })
        return { documents }
      },
    }
  },
})

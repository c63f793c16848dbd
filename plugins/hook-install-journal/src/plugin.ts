import { join } from 'node:path'
import { openToWrite } from '@datacortex/platform'
import { type Plugin, definePlugin } from '@datacortex/plugin'
import { journalLine } from './journal-line.ts'

/** Appends one line to `journal.md` of its data folder for each module that was installed. */
export const plugin: Plugin<'hooks'> = definePlugin({
  name: 'hook-install-journal',
  kind: 'hooks',
  setup({ dataDir, log }) {
    const file = join(dataDir, 'journal.md')
    return {
      async module_installed(payload, { signal }) {
        signal.throwIfAborted()
        // One write of one line: lines of processes that install at the same time don't mix.
        await using handle = await openToWrite(file, 'append')
        await handle.appendFile(journalLine(payload))
        log.debug({ module: payload.module, file }, 'installation noted')
      },
    }
  },
})

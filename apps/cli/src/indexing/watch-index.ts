import type { NoteIndexUpdate } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import type { NoteHost } from '../open/note-host.ts'
import { displayPath } from '../output/display-path.ts'
import { noteIndexLines } from '../output/note-index-lines.ts'
import { problemLine } from '../output/problem-line.ts'
import { jsonText, terminalText } from '../output/terminal-text.ts'
import { indexJournal } from './update-notes.ts'

/**
 * Keeps the index in step until Ctrl-C; each update is told when it is done: lines for people, one JSON document a line
 * with `--json`.
 *
 * @param paths - Of the space.
 * @param options - Context, host, and whether many notes may go without a question.
 * @throws The reason of the signal, which is how watching ends.
 */
export async function watchIndex(
  paths: SpacePaths,
  options: { readonly context: Context; readonly host: NoteHost; readonly yes: boolean },
): Promise<CommandResult> {
  const { context, host, yes } = options
  const { signal, onProgress, clearProgress, json } = context
  const tell = (update: NoteIndexUpdate): void => {
    const text = json ? jsonText(update) : terminalText(noteIndexLines(update).join('\n'))
    clearProgress?.()
    process.stdout.write(`${text}\n`)
  }
  const { watchNotes } = await import('@datacortex/memory')
  await indexJournal(paths, { host, signal })
  await using watcher = await watchNotes(paths, {
    ...host,
    signal,
    onProgress,
    confirmDeletion: () => Promise.resolve(yes),
    onUpdate: tell,
    onError: (error) => {
      clearProgress?.()
      process.stderr.write(terminalText(`${problemLine(error)}\n`))
    },
  })
  clearProgress?.()
  if (!json) process.stderr.write(terminalText(`watching   ${displayPath(paths.root)}   (Ctrl-C stops)\n`))
  await watcher.ended
  signal.throwIfAborted()
  return { data: { stopped: true }, lines: [] }
}

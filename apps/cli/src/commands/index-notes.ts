import type { ConfirmDeletion } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { AnswerNeededError, UsageError } from '../errors.ts'
import { openNoteHost } from '../open/note-host.ts'
import { askYesOrNo } from '../output/ask.ts'
import { noteCounts, noteIndexLines, noteProblemLines } from '../output/note-index-lines.ts'
import { updateNotes } from '../indexing/update-notes.ts'
import { watchIndex } from '../indexing/watch-index.ts'

/** Arguments of `index`. */
export type IndexNotesOptions = {
  readonly watch?: true | undefined
  readonly full?: true | undefined
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex index`: brings the index of the notes in step with the files, once or until Ctrl-C.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link AnswerNeededError} if many notes are gone, there is nobody to ask and no `--yes`.
 */
export async function indexNotes(context: Context, options: IndexNotesOptions): Promise<CommandResult> {
  if (options.watch && (options.full || options.dryRun)) {
    throw new UsageError({
      message: `--watch and ${options.full ? '--full' : '--dry-run'} don't go together.`,
      hint: 'Run the one, then the other.',
    })
  }
  const paths = await spaceOf(context)
  if (options.dryRun) return await dryRun(paths, { context, full: options.full ?? false })
  await using host = await openNoteHost(paths, context)
  if (options.watch) return await watchIndex(paths, { context, host, yes: options.yes ?? false })
  const confirmDeletion: ConfirmDeletion = async (gone, total) =>
    options.yes ?? (await confirm(`${gone} of ${total} notes are gone. Remove them from the index?`, context))
  const update = await updateNotes(paths, { context, host, full: options.full ?? false, confirmDeletion })
  return { data: update, lines: noteIndexLines(update, options) }
}

async function dryRun(
  paths: SpacePaths,
  { context, full }: { readonly context: Context; readonly full: boolean },
): Promise<CommandResult> {
  const startedAt = performance.now()
  const { examineNoteIndex } = await import('@datacortex/memory')
  const { state, skipped, left_out: leftOut, ...found } = await examineNoteIndex(paths, context)
  const counts = full ? { ...found, changed: found.changed + found.unchanged, unchanged: 0 } : found
  return {
    data: { ...counts, state, skipped, left_out: leftOut, dry_run: true, took_ms: performance.now() - startedAt },
    lines: [
      `would do   ${noteCounts(counts)}`,
      ...(found.unembedded ? ['would embed what is found by words only so far'] : []),
      ...noteProblemLines({ skipped, left_out: leftOut, findings: [] }),
      'dry run    nothing was changed',
    ],
  }
}

async function confirm(question: string, { json, signal, clearProgress }: Context): Promise<boolean> {
  clearProgress?.()
  const answer = json ? undefined : await askYesOrNo(question, signal)
  if (answer === undefined) throw new AnswerNeededError({ question })
  return answer
}

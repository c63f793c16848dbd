import type { IndexPlan, Space } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { jsonText, noteCounts } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { displayPath } from '../output/display-path.ts'
import { noteIndexLines, noteProblemLines } from '../output/note-index-lines.ts'
import { problemLine } from '../output/problem-line.ts'
import { terminalText } from '../output/terminal-text.ts'

export async function indexNotes(
  context: Context,
  { watch, ...given }: Given<'index'> & { readonly watch?: true | undefined },
): Promise<CommandResult> {
  const { full, yes, dryRun } = given
  if (watch && (full || dryRun)) {
    throw spaceError('CLI_USAGE', {
      message: `--watch and ${full ? '--full' : '--dry-run'} don't go together.`,
      hint: 'Run the one, then the other.',
    })
  }
  const space = await spaceOf(context)
  if (watch) return await watched(space, { context, yes })
  const data = await space.index(asked(given))
  return { data, lines: data.dry_run === true ? planLines(data) : noteIndexLines(data, { full }) }
}

function planLines({ skipped, left_out: leftOut, unembedded, ...counts }: IndexPlan): readonly string[] {
  return [
    `would do   ${noteCounts(counts)}`,
    ...(unembedded ? ['would embed what is found by words only so far'] : []),
    ...noteProblemLines({ skipped, left_out: leftOut, findings: [] }),
    'dry run    nothing was changed',
  ]
}

/** Each update is reported when it is done: lines for people, one JSON document a line with `--json`. */
async function watched(
  space: Space,
  { context, yes }: { readonly context: Context; readonly yes: boolean | undefined },
): Promise<CommandResult> {
  const { clearProgress, json } = context
  const tell = (stream: NodeJS.WriteStream, text: string): void => {
    clearProgress?.()
    stream.write(`${text}\n`)
  }
  for await (const event of space.index.watch({ yes })) {
    if (event.type === 'result') return { data: event.result, lines: [] }
    if (event.type !== 'news') continue
    const { news } = event
    if (news.kind === 'failed') tell(process.stderr, terminalText(problemLine(news.error)))
    else if (news.kind === 'updated')
      tell(process.stdout, json ? jsonText(news.update) : terminalText(noteIndexLines(news.update).join('\n')))
    else if (!json) tell(process.stderr, terminalText(`watching   ${displayPath(space.paths.root)}   (Ctrl-C stops)`))
  }
  throw new Error('Watching ended without an answer.')
}

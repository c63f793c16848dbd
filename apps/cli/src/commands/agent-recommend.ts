import type { InputOf, OutputOf } from '@datacortex/space'
import { count, scoreText, shorten } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { type Terminal, askChoice, processTerminal } from '../output/ask-choice.ts'
import { outsideText } from '../output/outside-text.ts'
import { agentImport } from './agent-import.ts'
import { directoryLines } from '../output/directory-lines.ts'

type AgentRecommendOptions = Pick<InputOf<'agents.recommend'>, 'space' | 'top'> & {
  readonly directory?: readonly string[] | undefined
}

type Recommended = OutputOf<'agents.recommend'>['recommended'][number]

export async function agentRecommend(
  context: Context,
  { space: folder, directory: directories, top }: AgentRecommendOptions,
  terminal: Terminal = processTerminal,
): Promise<CommandResult> {
  const data = await (await spaceOf(context)).agents.recommend({ space: folder, directories, top })
  const rows = data.recommended.map(recommendedRow)
  const tail = [`by ${count(data.clues.length, 'clue')}`, ...directoryLines(data.directories)]
  const elsewhere = data.recommended.filter(
    ({ origin, imported_as: imported }) => origin.directory !== 'local' && imported === undefined,
  )
  const isAsked =
    !context.json && terminal.input.isTTY === true && terminal.output.isTTY === true && elsewhere.length > 0
  if (!isAsked)
    return { data, lines: rows.length === 0 ? ['no agent fits what is worked on', ...tail] : [...rows, ...tail] }
  context.clearProgress?.()
  const chosen = await askChoice(elsewhere.map(recommendedRow), {
    question: 'Which to import, switched off? (numbers, all, Enter for none)',
    signal: context.signal,
    terminal,
  })
  const wanted = chosen === 'all' ? elsewhere : (chosen ?? []).flatMap((place) => elsewhere[place - 1] ?? [])
  if (wanted.length === 0) return { data, lines: [...rows, ...tail] }
  const { lines, exitCode } = await agentImport(context, { from: wanted.map(({ id }) => id) })
  return { data, lines: [...rows, ...tail, ...lines], exitCode }
}

function recommendedRow({ id, name, score, origin, why }: Recommended): string {
  const where = origin.directory === 'local' ? id : `${shorten(name, 40)}  ${origin.directory} · ${id}`
  return [`${scoreText(score)}  ${where}`, ...why.map((one) => `      ${outsideText(one)}`)].join('\n')
}

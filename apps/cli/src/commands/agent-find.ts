import type { Space } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import type { Given } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { findLines } from '../output/find-lines.ts'

export type AgentFindOptions = Pick<Given<'find'>, 'top' | 'minScore' | 'explain' | 'judge'> & {
  readonly query?: string | undefined
  readonly tag?: readonly string[] | undefined
  readonly directory?: readonly string[] | undefined
  readonly queries?: string | undefined
}

export async function agentFind(
  context: Context,
  { query, queries, top, tag: tags, minScore, explain, judge, directory: directories }: AgentFindOptions,
): Promise<CommandResult | AsyncIterable<unknown>> {
  if ((query === undefined) === (queries === undefined)) {
    throw spaceError('CLI_USAGE', {
      message: 'Give either a query or --queries FILE.',
      hint: 'datacortex find "what you want done"',
    })
  }
  const space = await spaceOf(context)
  const find = (task: string): ReturnType<Space['find']> =>
    space.find({ task, top, tags, min_score: minScore, explain, judge, directories })
  if (queries !== undefined) {
    const { answerQueries } = await import('../arguments/read-queries.ts')
    // What is wrong with all agents is reported once, and not in place of each answer.
    await space.agents.list({})
    return answerQueries(queries, { answer: async ({ text }) => await find(text), signal: context.signal })
  }
  const data = await find(query ?? '')
  return { data, lines: findLines(data, { tags, isExplained: explain === true }) }
}

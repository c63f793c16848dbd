import type { InputOf, OutputOf } from '@datacortex/space'
import { count, shorten } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { agentCount } from '../output/agent-count.ts'
import { noteLine } from '../output/finding-lines.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { tagsHere } from '../output/tag-lines.ts'

export type AgentListOptions = Pick<InputOf<'agents.list'>, 'module' | 'deprecated' | 'dynamic'> & {
  readonly tag?: readonly string[] | undefined
  /** Whether people, and shells, are shown the ids alone. */
  readonly ids?: true | undefined
}

export const agentList = commandOf(
  'agents.list',
  (data, { ids }) =>
    ids === true
      ? [data.agents.map(({ id }) => id), data.dynamic?.map(({ path }) => path)]
      : [listLines(data), data.findings.map(noteLine)],
  {
    ask: ({ tag: tags, module, deprecated, dynamic }: AgentListOptions) => ({ tags, module, deprecated, dynamic }),
  },
)

function listLines({ agents, counts, unknown, dynamic = [] }: OutputOf<'agents.list'>): readonly string[] {
  const rows = agents.map(({ id, module, description, deprecated, removed, disabled, source_state: source }) => {
    const state = disabled
      ? '(disabled) '
      : source !== null
        ? `(${source}) `
        : removed
          ? '(removed) '
          : deprecated
            ? '(deprecated) '
            : ''
    return [id, module ?? '', shorten(`${state}${description}`, 80)]
  })
  const made = treeRows(dynamic)
  const total = agents.length === counts.all ? agentCount(counts) : `${agents.length} of ${count(counts.all, 'agent')}`
  return [...fittedColumns(rows, { width: outputWidth(), flexible: [1, 2] }), ...made, ...unknownLines(unknown), total]
}

/** Each below its parent, of which the first of the registry stands at the margin. */
function treeRows(dynamic: NonNullable<OutputOf<'agents.list'>['dynamic']>): readonly string[] {
  if (dynamic.length === 0) return []
  const roots = [...new Set(dynamic.map(({ path }) => path.split('/')[0] ?? ''))]
  const rows = roots.flatMap((root) => [
    [root, '', ''],
    ...dynamic
      .filter(({ path }) => path.startsWith(`${root}/`))
      .map(({ path, tasks, description }) => {
        const parts = path.split('/')
        return [`${'  '.repeat(parts.length - 1)}${parts.at(-1) ?? ''}`, tasks.join(' '), shorten(description, 80)]
      }),
  ])
  return ['', 'made by agents:', ...fittedColumns(rows, { width: outputWidth(), flexible: [1, 2] }), '']
}

function unknownLines(unknown: OutputOf<'agents.list'>['unknown']): readonly string[] {
  if (unknown === undefined) return []
  const { module, tags, known_modules: modules, known_tags: others } = unknown
  const bringing = modules.length === 0 ? 'none here brings agents' : `agents come with ${modules.join(', ')}`
  return [
    ...(module === undefined ? [] : [`no module ${JSON.stringify(module)} is known here; ${bringing}`]),
    ...(tags.length === 0 ? [] : [`no agent has the tag ${tags.join(', ')}`, ...tagsHere(others)]),
  ]
}

import type { OutputOf } from '@datacortex/space'
import { columns, count, grouped, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { leftOutLines } from '../output/left-out-lines.ts'

export const agentContext = commandOf(
  'context',
  (data, { prompt: isExact }) => ({ lines: isExact ? [data.prompt] : contextLines(data), isExact }),
  {
    ask: ({ prompt: _prompt, ...given }: Given<'context'> & { readonly prompt?: true | undefined }) =>
      asked<'context'>(given),
  },
)

function contextLines(context: OutputOf<'context'>): readonly string[] {
  const { agent, level, parts, tokens, retrieval, findings } = context
  const rows = parts.map(({ kind, origin, tokens: cost, truncated, provenance }) => [
    kind,
    shorten(origin, 60),
    grouped(cost).padStart(7),
    [...(truncated === true ? ['cut'] : []), ...(kind === 'pinned' ? [provenance.because] : [])].join(' · '),
  ])
  return [
    ...columns(rows),
    ...(retrieval === undefined ? [] : [`knowledge     ${ways[retrieval.strategy]}: ${retrieval.because}`]),
    ...leftOutLines(context),
    ...findings.map(({ message }) => `note       ${message}`),
    `${agent} is given ${count(tokens, 'token')} in ${count(parts.length, 'part')}, up to the level ${level}`,
    'next       the same with --prompt prints the whole, for any model',
  ]
}

const ways = {
  search: 'notes were searched',
  multi_hop: 'notes were searched, their links followed, and searched again',
  read: 'org files were read as they are',
  skip: 'nothing was searched',
}

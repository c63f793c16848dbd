import { columns, grouped, noteCounts } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { noteIndexLines } from '../output/note-index-lines.ts'

export const modelList = commandOf('model.list', (data) => {
  const rows = data.models.map(({ languages = [], size, max_tokens: length = 0, ...model }) => [
    `${model.active ? '*' : ' '} ${model.name}`,
    model.kind === 'reranker' ? 'ranks notes anew' : 'finds',
    size === undefined ? '' : megabytes(size),
    model.here ? 'here' : 'not here',
    languages.join(' '),
    length === 0 ? '' : `${grouped(length)} tokens`,
    model.license ?? '',
    model.published ?? '',
  ])
  return [...columns(rows), '* in use']
})

export const modelPull = commandOf('model.pull', (data, given) => {
  const { name, dryRun } = given
  const { folder, from, here, downloaded_bytes: bytes = 0 } = data
  if (!here) return dryRun ? [`would take ${name} from ${from}`] : { lines: ['not downloaded'], exitCode: 1 }
  const done = bytes === 0 ? `is here    ${folder}` : `downloaded ${megabytes(bytes)} into ${folder}`
  return [done, `next       datacortex model use ${name}`]
})

export const modelUse = commandOf('model.use', (data, given) => {
  const { index, kind, former } = data
  const model = kind === 'reranker' ? `${data.model}, to rank notes anew` : data.model
  const did = index?.dry_run === true ? [`would do   ${noteCounts(index)}`] : index && noteIndexLines(index)
  if (given.dryRun === true) return [`would use  ${model}`, ...(did ?? [])]
  return [`in use     ${model}`, ...(did ?? []), `back       datacortex model use ${former}`]
})

function megabytes(bytes: number): string {
  return `${grouped(Math.ceil(bytes / 1e6))} MB`
}

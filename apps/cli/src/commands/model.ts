import { columns, grouped, noteCounts } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { noteIndexLines } from '../output/note-index-lines.ts'

export async function modelList(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).model.list({})
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
  return { data, lines: [...columns(rows), '* in use'] }
}

export async function modelPull(context: Context, given: Given<'model.pull'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).model.pull(asked(given))
  const { name, dryRun } = given
  const { folder, from, here, downloaded_bytes: bytes = 0 } = data
  if (!here)
    return dryRun
      ? { data, lines: [`would take ${name} from ${from}`] }
      : { data, lines: ['not downloaded'], exitCode: 1 }
  const done = bytes === 0 ? `is here    ${folder}` : `downloaded ${megabytes(bytes)} into ${folder}`
  return { data, lines: [done, `next       datacortex model use ${name}`] }
}

export async function modelUse(context: Context, given: Given<'model.use'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).model.use(asked(given))
  const { index, kind, former } = data
  const model = kind === 'reranker' ? `${data.model}, to rank notes anew` : data.model
  const did = index?.dry_run === true ? [`would do   ${noteCounts(index)}`] : index && noteIndexLines(index)
  if (given.dryRun === true) return { data, lines: [`would use  ${model}`, ...(did ?? [])] }
  return { data, lines: [`in use     ${model}`, ...(did ?? []), `back       datacortex model use ${former}`] }
}

function megabytes(bytes: number): string {
  return `${grouped(Math.ceil(bytes / 1e6))} MB`
}

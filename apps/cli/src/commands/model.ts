import { columns, grouped, noteCounts } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { noteIndexLines } from '../output/note-index-lines.ts'

type ModelOptions = { readonly name: string; readonly yes?: true | undefined; readonly dryRun?: true | undefined }

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

/** `datacortex model pull NAME`: downloads a model after asking. */
export async function modelPull(context: Context, { name, yes, dryRun }: ModelOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).model.pull({ name, yes, dry_run: dryRun })
  const { folder, from, here, downloaded_bytes: bytes = 0 } = data
  if (!here)
    return dryRun
      ? { data, lines: [`would take ${name} from ${from}`] }
      : { data, lines: ['not downloaded'], exitCode: 1 }
  const done = bytes === 0 ? `is here    ${folder}` : `downloaded ${megabytes(bytes)} into ${folder}`
  return { data, lines: [done, `next       datacortex model use ${name}`] }
}

export async function modelUse(context: Context, { name, yes, dryRun }: ModelOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).model.use({ name, yes, dry_run: dryRun })
  const { index, kind, former } = data
  const model = kind === 'reranker' ? `${data.model}, to rank notes anew` : data.model
  const did = index?.dry_run === true ? [`would do   ${noteCounts(index)}`] : index && noteIndexLines(index)
  if (dryRun === true) return { data, lines: [`would use  ${model}`, ...(did ?? [])] }
  return { data, lines: [`in use     ${model}`, ...(did ?? []), `back       datacortex model use ${former}`] }
}

function megabytes(bytes: number): string {
  return `${grouped(Math.ceil(bytes / 1e6))} MB`
}

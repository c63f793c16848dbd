import type { Right } from '@datacortex/space'
import { columns, count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export type TokenAddOptions = {
  readonly name: string
  readonly rights?: readonly Right[] | undefined
  readonly dryRun?: true | undefined
}

export async function tokenAdd(context: Context, { name, rights, dryRun }: TokenAddOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).tokens.add({ name, rights, dry_run: dryRun })
  const { token } = data
  const may = `${name}  may ${data.rights.join(', ')}`
  if (token === undefined) return { data, lines: [`would add  ${may}`, 'dry run    nothing was made'] }
  return {
    data,
    lines: [
      `added      ${may}`,
      `token      ${token}`,
      'keep it    it is shown this once; the client sends it as `Authorization: Bearer`',
    ],
  }
}

export async function tokenList(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).tokens.list({})
  const rows = data.tokens.map((one) => [one.name, one.rights.join(', '), `since ${one.made_at.slice(0, 10)}`])
  return { data, lines: rows.length === 0 ? ['this space has no tokens: datacortex token add NAME'] : columns(rows) }
}

export async function tokenRemove(
  context: Context,
  { names, dryRun }: { readonly names: readonly string[]; readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const data = await (await spaceOf(context)).tokens.remove({ names, dry_run: dryRun })
  const removed = `${count(data.removed.length, 'token')}: ${data.removed.join(', ')}`
  return { data, lines: dryRun === true ? [`would remove  ${removed}`] : [`removed    ${removed}`] }
}

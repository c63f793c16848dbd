import { columns, count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export async function tokenAdd(context: Context, given: Given<'tokens.add'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).tokens.add(asked(given))
  const { token } = data
  const may = `${given.name}  may ${data.rights.join(', ')}`
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

export async function tokenRemove(context: Context, given: Given<'tokens.remove'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).tokens.remove(asked(given))
  const removed = `${count(data.removed.length, 'token')}: ${data.removed.join(', ')}`
  return { data, lines: given.dryRun === true ? [`would remove  ${removed}`] : [`removed    ${removed}`] }
}

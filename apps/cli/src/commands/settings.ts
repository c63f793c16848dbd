import { shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'

export async function settings(context: Context, given: Given<'settings.list'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).settings.list(asked(given))
  const rows = data.settings.map(({ key, value, from, withheld }) => [
    key,
    withheld === true ? `${from}, not allowed` : from,
    shorten(JSON.stringify(value) ?? '', 300),
  ])
  return {
    data,
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2] }),
      ...(rows.length === 0 ? ['nothing is set there', 'next       datacortex settings'] : []),
      ...data.environment.map(({ name, means }) => `${name} is set: ${means}`),
    ],
  }
}

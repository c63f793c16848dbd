import { shorten } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'

export const settings = commandOf('settings.list', (data) => {
  const rows = data.settings.map(({ key, value, from, withheld }) => [
    key,
    withheld === true ? `${from}, not allowed` : from,
    shorten(JSON.stringify(value) ?? '', 300),
  ])
  return [
    ...fittedColumns(rows, { width: outputWidth(), flexible: [2] }),
    ...(rows.length === 0 ? ['nothing is set there', 'next       datacortex settings'] : []),
    ...data.environment.map(({ name, means }) => `${name} is set: ${means}`),
  ]
})

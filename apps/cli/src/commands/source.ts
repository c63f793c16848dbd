import { resolve } from 'node:path'
import type { OutputOf } from '@datacortex/space'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { leftOutLines } from '../output/left-out-lines.ts'

export const sourceList = commandOf('sources.list', (data) => [
  ...fittedColumns(
    data.sources.map(({ id, layers, cost_per_call: cost, description, skipped }) => [
      id,
      layers.join('+'),
      cost > 0 ? `$${cost}` : 'free',
      skipped === undefined ? description : `skipped: ${skipped}`,
    ]),
    { width: outputWidth(), flexible: [1, 3] },
  ),
  ...data.findings.map(({ code, message }) => `${code}  ${message}`),
])

export const sourceAdd = commandOf(
  'sources.add',
  (data) => {
    const isDry = data.dry_run === true
    const started = Object.entries(data.entries).filter(([, { type }]) => type === 'mcp' && data.changed && !isDry)
    const lines = [
      Object.entries(data.entries).map(([id, entry]) => [
        `${isDry ? 'would add' : data.changed ? 'added' : 'not added'}  ${id}`,
        Object.entries(entry).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
      ]),
      leftOutLines(data),
      started.map(([id]) => `next       datacortex source approve ${id}`),
    ]
    return { lines, exitCode: data.changed ? 0 : 1 }
  },
  {
    ask: ({ servers = [], from, openapi, ...given }: Given<'sources.add'>) => {
      const here = (file: string | undefined) => (file === undefined ? undefined : resolve(file))
      const only = servers.length === 0 ? undefined : servers
      return asked<'sources.add'>({ ...given, from: here(from), openapi: here(openapi), servers: only })
    },
  },
)

export const sourceApprove = commandOf(
  'sources.approve',
  (data, { id }) => {
    if (data.dry_run === true) return [commandRows(data), 'dry run    nothing was approved']
    if (!data.approved) return { lines: ['not approved'], exitCode: 1 }
    return [commandRows(data), `approved   ${id}; any change of it is asked about again`]
  },
  {
    ask: ({ id: source, ...given }: Omit<Given<'sources.approve'>, 'source'> & { readonly id: string }) =>
      asked<'sources.approve'>({ ...given, source }),
  },
)

function commandRows({ command, env }: OutputOf<'sources.approve'>): readonly string[] {
  return [`command    ${command}`, `variables  ${env.join(', ') || 'PATH and HOME only'}`]
}

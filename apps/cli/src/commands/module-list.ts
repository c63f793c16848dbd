import { count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { brokenLines } from '../output/broken-lines.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'

/** `datacortex module list`: the modules that the space sees, the broken ones too. */
export async function moduleList(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).modules.list({})
  const rows = data.modules.map(({ name, version, origin, agents, sources }) => [
    name,
    version,
    origin,
    count(agents.length, 'agent'),
    count(sources.length, 'source'),
  ])
  return {
    data,
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2, 1, 4, 3] }),
      ...data.broken.flatMap(brokenLines),
      count(rows.length, 'module'),
    ],
  }
}

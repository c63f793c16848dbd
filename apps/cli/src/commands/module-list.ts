import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { brokenLines } from '../output/broken-lines.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { count } from '../output/format.ts'

/**
 * `datacortex module list`: the modules that the space sees, the broken ones too.
 *
 * @param context - Of the command.
 */
export async function moduleList(context: Context): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { readCatalogue } = await import('@datacortex/registry')
  const { modules } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const rows = modules.modules.map(({ manifest, origin }) => [
    manifest.name,
    manifest.version,
    origin,
    count(Object.keys(manifest.provides.agents).length, 'agent'),
    count(Object.keys(manifest.provides.sources).length, 'source'),
  ])
  const broken = modules.broken.map(({ path, error: { code, message, hint } }) => ({ path, code, message, hint }))
  return {
    data: {
      modules: modules.modules.map(({ manifest, origin, directory }) => ({
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        origin,
        directory,
        agents: Object.keys(manifest.provides.agents),
        sources: Object.keys(manifest.provides.sources),
        permissions: manifest.permissions,
      })),
      broken,
    },
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2, 1, 4, 3] }),
      ...broken.flatMap(brokenLines),
      count(rows.length, 'module'),
    ],
  }
}

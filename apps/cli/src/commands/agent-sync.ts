import type { OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { askYesOrNo } from '../output/ask.ts'
import { displayPath } from '../output/display-path.ts'
import { noteLine } from '../output/finding-lines.ts'
import { indexLines } from '../output/index-lines.ts'

export async function agentSync(context: Context, given: Given<'agents.sync'>): Promise<CommandResult> {
  const space = await spaceOf(context)
  const { prune, yes, dryRun } = given
  const asks = prune === true && yes !== true && dryRun !== true
  const data = await space.agents.sync(asked({ ...given, prune: asks ? undefined : prune }))
  if (!asks || data.gone.length === 0) return { data, lines: syncLines(data) }
  const question = `Take ${count(data.gone.length, 'agent')} out whose file is gone?`
  const answer = context.json
    ? undefined
    : await askYesOrNo(`${named('gone', data.gone).join('\n')}\n${question}`, context.signal)
  if (answer === false) return { data, lines: [...syncLines(data), 'not pruned; they are only marked'], exitCode: 1 }
  const pruned = await space.agents.sync({ prune: true, yes: answer })
  return { data: { ...data, pruned: pruned.pruned }, lines: syncLines({ ...data, pruned: pruned.pruned }) }
}

type Synced = OutputOf<'agents.sync'>
const shown = 8

function syncLines(data: Synced): readonly string[] {
  const { added, updated, renamed, gone, pruned, unchanged, skipped, roots, findings } = data
  if (roots.length === 0)
    return ['nothing    no files or folders are followed here', 'next       datacortex import PATH']
  const living = roots.filter(({ away }) => !away).length
  return [
    `synced     ${count(living, 'root')}: ${added.length} added · ${updated.length} updated · ${gone.length} gone · ${unchanged} unchanged`,
    ...named('added', added),
    ...named('updated', updated),
    ...limited(renamed.map(({ id, from, to }) => `renamed    ${id}  ${displayPath(from)} → ${displayPath(to)}`)),
    ...(pruned.length > 0 ? [`pruned     ${count(pruned.length, 'agent')}`] : named('gone', gone)),
    ...limited(skipped.map(({ path, reason }) => `skipped    ${displayPath(path)}  ${reason}`)),
    ...findings.slice(0, shown).map(noteLine),
    ...(data.dry_run === true ? ['dry run    nothing was changed'] : indexLines(data.findable)),
    ...(gone.length > pruned.length ? ['next       datacortex agent sync --prune'] : []),
  ]
}

function named(what: string, rows: Synced['gone']): readonly string[] {
  return limited(rows.map(({ id, path }) => `${what.padEnd(11)}${id}  ${displayPath(path)}`))
}

function limited(lines: readonly string[]): readonly string[] {
  const more = lines.length - shown
  return more > 0 ? [...lines.slice(0, shown), `           … and ${more} more; --json lists them all`] : lines
}

import { relative, resolve } from 'node:path'
import { isAddress, shellWord } from '@datacortex/platform'
import type { InputOf, OutputOf } from '@datacortex/space'
import { pathInSpace } from '../arguments/path-in-space.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { noteLine } from '../output/finding-lines.ts'
import { importErrorLines, importLines } from '../output/import-lines.ts'
import { indexLines } from '../output/index-lines.ts'

export type AgentImportOptions = Pick<InputOf<'agents.import'>, 'format' | 'with' | 'exclude'> & {
  /** Whether a model writes requests for agents that have none. */
  readonly examples?: true | undefined
  /** Where the agents of the space usually lie if empty. */
  readonly from: readonly string[]
  readonly dryRun?: true | undefined
}

export async function agentImport(
  context: Context,
  { from: named, dryRun, format, with: guides, exclude, examples }: AgentImportOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const from = await Promise.all(
    named.map(async (path) => (isElsewhere(path) ? path : await pathInSpace(path, space.paths.root))),
  )
  const asked = { from: from.map(absolutePath), format, with: guides, exclude, examples, dry_run: dryRun }
  const data = await space.agents.import(asked)
  const { error, empty, usual, repositories = [], disabled = false } = data
  const dry = dryRun === true ? ['dry run    nothing was changed'] : []
  const off = [data.imported, data.unchanged].map((all) => (disabled ? all.filter((one) => 'origin' in one) : []))
  if (disabled && off.flat().length === data.seen && empty === undefined)
    return { data, lines: [...elsewhereLines(data, dryRun === true), ...dry] }
  const got = repositories.map(({ address, commit }) => `fetched    ${address} at commit ${commit.slice(0, 12)}`)
  if (error !== undefined)
    return { data, lines: [...got, ...importLines(data), ...importErrorLines(error)], exitCode: 1 }
  const fetched = new Map(repositories.map(({ address, folder }) => [address, folder]))
  const places = usual?.here.map((path) => relative('', path)) ?? from.map((path) => fetched.get(path) ?? path)
  const [imported = [], unchanged = []] = off
  // Else `agent remove --from` would take away more than this import brought.
  const isWhollyNew = data.imported.length > 0 && data.updated.length + data.unchanged.length === 0
  const lines = [
    ...got,
    ...elsewhereLines({ imported, unchanged, findings: data.findings.filter(isTheirs) }, dryRun === true),
    ...importLines({ ...data, findings: data.findings.filter((one) => !isTheirs(one)) }),
    ...(dryRun === true ? dry : indexLines(data.findable)),
    ...(dryRun !== true && !disabled && isWhollyNew
      ? [`undo       datacortex agent remove --from ${places.map(shellWord).join(' ')}`]
      : []),
    ...(usual !== undefined && usual.home.length > 0 ? [`also       datacortex import ${usual.home.join(' ')}`] : []),
  ]
  return { data, lines, exitCode: empty === undefined ? 0 : 1 }
}

function elsewhereLines(
  { imported, unchanged, findings }: Pick<OutputOf<'agents.import'>, 'imported' | 'unchanged' | 'findings'>,
  isDry: boolean,
): readonly string[] {
  const ids = imported.map(({ id }) => shellWord(id)).join(' ')
  return [
    ...imported.map(({ id, path }) => `imported   ${id}, switched off: its prompt is ${path}`),
    ...unchanged.map(({ id }) => `unchanged  ${id}`),
    ...findings.map(noteLine),
    ...(isDry || imported.length === 0 ? [] : [`next       read it, then: datacortex agent enable ${ids}`]),
  ]
}

function isTheirs({ code }: { readonly code: string }): boolean {
  return code.startsWith('DIRECTORY_')
}

/** A path for an operation, which doesn't know the working directory. */
export function absolutePath(path: string): string {
  return isAddress(path) || isElsewhere(path) ? path : resolve(path)
}

/** The ids of agents that are published elsewhere, which are no addresses of the web. */
function isElsewhere(path: string): boolean {
  return /^(?:nostr:|eip155:|n(?:event|addr|sec|cryptsec)1)/i.test(path)
}

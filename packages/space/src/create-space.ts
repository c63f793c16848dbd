import { resolve, join } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import {
  createSpace as createFolders,
  findSpace,
  ifRefused,
  namesIn,
  readTrust,
  setDefaultSpace,
  shellWord,
  spacePaths,
  trustSpace,
  replaceFile,
  walkFiles,
} from '@datacortex/platform'
import { readFile } from 'node:fs/promises'
import type { ImportAgents, ImportedAgents } from './agents/import-agents.ts'
import { type UsualAgents, usualAgents } from './agents/usual-agents.ts'
import { spaceError } from './errors.ts'
import { type NoteCount, countNotes } from './indexing/count-notes.ts'
import { type OpenSpaceOptions, openSpace, spaceAt } from './space.ts'
import { requireTrust } from './trust/require-trust.ts'

/** What a new space begins with. */
export type CreateSpace = ImportAgents & {
  readonly root: string
  /** Folder of agents that are copied into the space, and imported from there. */
  readonly sample?: string | undefined
  /** Whether it is used outside of all spaces from now on. */
  readonly is_default?: boolean | undefined
  /** Whether nobody is asked if it lies in another space. */
  readonly yes?: boolean | undefined
}

/** What was made. */
export type CreatedSpace = Pick<ImportedAgents, 'error' | 'skipped'> & {
  readonly root: string
  readonly is_default?: true | undefined
  /** Names of files and folders; none if it was a space already. */
  readonly created: readonly string[]
  readonly imported: number
  /** What the import did; absent if nobody was to be imported. */
  readonly import?: ImportedAgents | undefined
  /** Where agents usually lie; absent after a dry run. */
  readonly usual?: UsualAgents | undefined
  /** The notes that lie there; absent after a dry run. */
  readonly notes?: NoteCount | undefined
}

/**
 * Makes a folder a space, or completes one, and imports agents if it is told where they lie.
 * @throws `SPACE_NESTED` if it would lie in another space and nobody agrees; `PLATFORM_FILE_UNWRITABLE` if it can't be written.
 * @example const { created } = await createSpace({ root: '/desk', from: ['/desk/.claude/agents'] })
 */
export async function createSpace(
  {
    root,
    from: named,
    sample,
    format,
    with: guides,
    exclude,
    is_default: isDefault = false,
    yes = false,
    dry_run: isDry = false,
  }: CreateSpace,
  options: OpenSpaceOptions = {},
): Promise<CreatedSpace> {
  if (!yes) await refuseNested(resolve(root), options)
  const isOwn = !isDry && (await isNew(resolve(root)))
  if (!isOwn) await refuseUntrusted(resolve(root), { ...options, isDry })
  const { paths, created } = await createFolders(root, { dryRun: isDry })
  if (isOwn) await trustSpace(paths.root, { allowed: [] })
  if (isDefault && !isDry) await setDefaultSpace(paths.root)
  await using space = await spaceAt(paths, options)
  const copied = join(paths.root, '.claude/agents')
  if (sample !== undefined && !isDry) await copySample(sample, copied, { below: paths.root })
  const from = sample === undefined ? named : [...(named ?? []), isDry ? sample : copied]
  const imported =
    from === undefined ? undefined : await space.agents.import({ from, format, with: guides, exclude, dry_run: isDry })
  return {
    ...(imported?.error === undefined ? {} : { error: imported.error }),
    root: paths.root,
    ...(isDefault ? { is_default: true as const } : {}),
    created,
    imported: imported?.imported.length ?? 0,
    skipped: imported?.skipped ?? [],
    ...(imported === undefined ? {} : { import: imported }),
    ...(isDry ? {} : { usual: await usualAgents(paths.root), notes: await countNotes(paths, options.signal) }),
  }
}

/** Whether there is no space yet, or an empty one, that somebody else could have filled. */
async function isNew(root: string): Promise<boolean> {
  return (await namesIn(spacePaths(root).datacore).catch(ifRefused([]))).length === 0
}

/** A space that is there already may be anybody's: it is completed once its user trusts it. */
async function refuseUntrusted(root: string, options: OpenSpaceOptions & { readonly isDry: boolean }): Promise<void> {
  if (options.isDry || (await readTrust(root)).state === 'trusted') return
  await using space = await openSpace(root, options)
  if ((await space.trust.allow({})).state === 'trusted') return
  await requireTrust(space.paths, { name: 'init', entry: {}, isDry: false })
}

/** Anyone who makes a space in a space mostly took a wrong folder: commands below would not use the outer one any more. */
async function refuseNested(root: string, { ask }: OpenSpaceOptions): Promise<void> {
  const above = await findSpace(root).catch(codedError)
  if (CodedError.is(above) || above.root === root) return
  const question = `${root} lies in the space ${above.root}. Make a space of its own there?`
  if ((await ask?.confirm(question)) === true) return
  throw spaceError('SPACE_NESTED', { root, above: above.root, command: `datacortex init ${shellWord(root)} --yes` })
}

/** What has the name of one already stays. */
async function copySample(sample: string, to: string, options: { readonly below: string }): Promise<void> {
  for await (const entry of walkFiles(sample))
    if (entry.kind === 'file')
      await replaceFile(join(to, entry.relativePath), await readFile(entry.path), { ...options, expected: 'absent' })
}

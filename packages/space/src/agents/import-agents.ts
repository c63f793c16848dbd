import { basename, extname, resolve } from 'node:path'
import { redact, withoutUndefined } from '@datacortex/errors'
import { type ImportReport, guideKinds, importFormats } from '@datacortex/importers'
import { type AgentRoot, changeRoots, rememberRoots, rootMemory, syncRoots } from '@datacortex/importers/roots'
import {
  type FetchedRepository,
  fetchRepository,
  gitAddress,
  isAddress,
  isBelow,
  platformError,
} from '@datacortex/platform'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { type MadeFindable, makeFindable } from '../indexing/make-findable.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, flag } from '../schema.ts'
import type { Work } from '../work.ts'
import { type MadeForAgents, makeExamples } from './make-examples.ts'
import { type UsualAgents, usualAgents } from './usual-agents.ts'

/** What an import did. */
export type ImportedAgents = ImportReport & {
  /** Why there is nobody, where nothing could be read of any path. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string | undefined } | undefined
  /** Agents that are published elsewhere and stay off until the user switches them on; absent if none were named. */
  readonly disabled?: true | undefined
  /** What was fetched, in the order of the addresses; absent if none was named. */
  readonly repositories?: readonly FetchedRepository[] | undefined
  /** The named paths that gave nobody, and what was seen there; absent if all did. */
  readonly empty?: readonly EmptyPlace[] | undefined
  /** Where agents usually lie, of which those in the space were looked through; absent if paths were named. */
  readonly usual?: UsualAgents | undefined
  /** What a model wrote for them, if it was asked. */
  readonly examples?: MadeForAgents | undefined
  /** What was done to find them; absent if nothing was. */
  readonly findable?: MadeFindable | undefined
}

const input = z.strictObject({
  from: z
    .array(z.string().min(1).max(10_000))
    .optional()
    .describe(
      'Files or folders, relative to the space, git repositories such as github:owner/repo/folder@tag, or agents that are published elsewhere (nevent1…, naddr1…, eip155:…, the address of a card); if left out, all that were imported before and where agents of the space usually lie.',
    ),
  format: z
    .enum(['auto', ...importFormats])
    .optional()
    .describe('`auto` if absent.'),
  with: z
    .array(z.enum(guideKinds))
    .optional()
    .describe('What else becomes an agent: files that only guide an assistant.'),
  exclude: z
    .array(z.string().min(1).max(1000))
    .optional()
    .describe('Patterns of paths that are left out, at any depth, such as drafts or **/*.draft.md.'),
  examples: flag('Lets the model of the settings write requests for agents that have none; may cost money.'),
  dry_run: dryRun,
})

export type ImportAgents = Asked<typeof input>

export const importAgents = operation({
  input,
  output: z.looseObject({
    seen: z.number(),
    imported: z.array(z.looseObject({ id: z.string(), path: z.string() })),
    skipped: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
  }),
  run: async (work, asked): Promise<ImportedAgents> => {
    const { published, rest } = await publishedAmong(work, asked.from ?? [])
    if (published.length === 0) return await importHere(work, asked)
    // First what may not answer: then nothing was done yet.
    const elsewhere = await importElsewhere(work, published, asked.dry_run === true)
    return rest.length === 0 ? elsewhere : withElsewhere(await importHere(work, { ...asked, from: rest }), elsewhere)
  },
})

async function importHere(
  work: Work,
  { from: named = [], format, with: guides, exclude, examples = false, dry_run: isDry = false }: ImportAgents,
): Promise<ImportedAgents> {
  const { paths, signal, onProgress } = work
  const memory = work.roots ?? rootMemory(paths)
  const followed = await memory.roots()
  const usual = named.length > 0 ? undefined : await usualAgents(paths.root)
  if (usual?.here.length === 0 && followed.length === 0)
    throw spaceError('CLI_NO_AGENTS_HERE', { root: paths.root, home: usual.home })
  const isFollowed = (place: string): boolean => followed.some(({ path }) => isBelow(place, path))
  const unfollowed = usual?.here.filter((path) => !isFollowed(path)).map((path): Place => ({ path }))
  const places = unfollowed ?? (await placesOf(work, named))
  const options = withoutUndefined({ format: format === 'auto' ? undefined : format, guides, exclude })
  const added = places.map(({ path, repository }): AgentRoot => {
    const pinned = repository && { address: repository.address, commit: repository.commit }
    return { path, options, left: [], ...(pinned === undefined ? {} : { pinned }) }
  })
  // What lies in several roots is of the innermost one, and was asked for too.
  const isInner = ({ path }: AgentRoot): boolean =>
    added.every((one) => one.path !== path) && added.some((one) => isBelow(path, one.path))
  // Before anything is registered, so that nothing is registered that nobody follows.
  const kept = isDry ? [] : added.filter(({ path }) => !isAddress(path))
  const remembered = kept.length === 0 ? [] : await rememberRoots(paths, kept, signal)
  const roots =
    usual === undefined
      ? [...added.map((one) => remembered.find(({ path }) => path === one.path) ?? one), ...followed.filter(isInner)]
      : [...followed, ...added]
  const { report } = await syncRoots(paths, memory, { roots, isFull: true, dryRun: isDry, signal, onProgress })
  if (report === undefined) throw new Error('A full import has no report.')
  const from = (usual === undefined ? added : roots).map(({ path }) => path)
  const repositories = places.flatMap(({ repository }) => repository ?? [])
  const ids = [...report.imported, ...report.updated, ...report.unchanged].map(({ id }) => id)
  const registered = ids.length
  const written = examples && !isDry ? await makeExamples(work, ids) : { findings: [] }
  const empty = from.flatMap((path) => emptyPlace(report, redact(path)))
  const none = new Set(empty.map(({ path }) => path).filter((path) => !followed.some((one) => one.path === path)))
  if (!isDry && none.size > 0) await changeRoots(paths, (all) => all.filter(({ path }) => !none.has(path)), signal)
  const error = registered > 0 ? undefined : spaceError('CLI_NOTHING_IMPORTED', { ...report, empty })
  return {
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message, hint: error.hint } }),
    ...report,
    findings: [...report.findings, ...written.findings],
    ...('made' in written ? { examples: written.made } : {}),
    ...(named.length === 0 || empty.length === 0 ? {} : { empty }),
    ...(repositories.length === 0 ? {} : { repositories }),
    ...(usual === undefined ? {} : { usual }),
    ...(isDry || registered === 0 ? {} : { findable: await makeFindable(work, { registered }) }),
  }
}

function withElsewhere(here: ImportedAgents, elsewhere: ImportedAgents): ImportedAgents {
  const { error: _, ...rest } = here
  const sum = (name: keyof ImportedAgents['counts']): number => here.counts[name] + elsewhere.counts[name]
  return {
    ...rest,
    seen: here.seen + elsewhere.seen,
    counts: { ...here.counts, seen: sum('seen'), imported: sum('imported'), unchanged: sum('unchanged') },
    imported: [...elsewhere.imported, ...here.imported],
    unchanged: [...elsewhere.unchanged, ...here.unchanged],
    findings: [...elsewhere.findings, ...here.findings],
    disabled: true,
  }
}

/** What stands for an agent that is published elsewhere, and what for files. */
async function publishedAmong(work: Work, named: readonly string[]) {
  if (!named.some((one) => isAddress(one) || /^(?:nostr:|eip155:|n(?:event|addr|sec|cryptsec)1)/i.test(one)))
    return { published: [], rest: named }
  const { DirectoryCache, isPublishedAddress } = await import('@datacortex/directory')
  using cache = await DirectoryCache.open(work.paths)
  const isPublished = (one: string): boolean => isPublishedAddress(one, cache)
  return { published: named.filter(isPublished), rest: named.filter((one) => !isPublished(one)) }
}

async function importElsewhere(work: Work, addresses: readonly string[], isDry: boolean): Promise<ImportedAgents> {
  const { importPublished } = await import('../directories/import-published.ts')
  const { imported, unchanged, findings } = await importPublished(work, { addresses, isDry })
  const seen = imported.length + unchanged.length
  const counts = { seen, imported: imported.length, updated: 0, unchanged: unchanged.length, conflicts: 0, left_out: 0 }
  const none = { updated: [], conflicts: [], renamed: [], gone: [], skipped: [], left_out: [] }
  return { seen, counts, imported, unchanged, ...none, findings, disabled: true }
}

type Place = { readonly path: string; readonly repository?: FetchedRepository | undefined }

/** Where what was named lies on this disk; repositories are fetched first, one after another. */
async function placesOf({ paths, caller, signal }: Work, named: readonly string[]): Promise<readonly Place[]> {
  const places: Place[] = []
  for (const path of named) {
    if (gitAddress(path) === undefined) {
      places.push({ path: isAddress(path) ? path : resolve(paths.root, path) })
      continue
    }
    // Texts that an agent reads must not choose what is fetched, and a space that nobody trusts neither.
    if (caller.kind === 'agent' || (caller.kind !== 'user' && paths.trust.state === 'restricted'))
      throw platformError('FETCH_REFUSED', { url: path, reason: 'its address was not given by the user', hint })
    const repository = await fetchRepository(path, { signal })
    places.push({ path: repository.folder, repository })
  }
  return places
}

const hint = 'Ask the user of this machine to import it.'

export type EmptyPlace = {
  readonly path: string
  /** Such as `12 files: 8 .ts, 3 .png, 1 .md`. */
  readonly seen: string
}

function emptyPlace(report: ImportReport, place: string): readonly EmptyPlace[] {
  const isOf = ({ path }: { readonly path: string }): boolean => isBelow(path, place)
  if ([...report.imported, ...report.updated, ...report.unchanged].some(isOf)) return []
  const left = report.skipped.filter(isOf)
  const [only] = left
  if (only?.path === place) return [{ path: place, seen: only.reason }]
  const kinds = Map.groupBy(left, ({ path }) => extname(path) || basename(path))
  const counts = [...kinds].map(([kind, files]) => ({ kind, size: files.length })).toSorted((a, b) => b.size - a.size)
  const most = counts.slice(0, 5).map(({ kind, size }) => `${size} ${kind}`)
  const more = counts.length > most.length ? [`${counts.length - most.length} other kinds`] : []
  return [
    {
      path: place,
      seen: left.length === 0 ? 'nothing' : `${count(left.length, 'file')}: ${[...most, ...more].join(', ')}`,
    },
  ]
}

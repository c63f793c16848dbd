import { basename, extname, resolve, sep } from 'node:path'
import { type CodedError, redact } from '@datacortex/errors'
import { type ImportFormat, type ImportReport, importAgents as importAll } from '@datacortex/importers'
import { type FetchedRepository, fetchRepository, gitAddress, isAddress, platformError } from '@datacortex/platform'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { type MadeFindable, makeFindable } from '../indexing/make-findable.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun } from '../schema.ts'
import type { Work } from '../work.ts'
import { type UsualAgents, usualAgents } from './usual-agents.ts'

/** What an import did. */
export type ImportedAgents = ImportReport & {
  /** Why there is nobody, where nothing could be read of any path. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string | undefined } | undefined
  /** What was fetched, in the order of the addresses; absent if none was named. */
  readonly repositories?: readonly FetchedRepository[] | undefined
  /** The named paths that gave nobody, and what was seen there; absent if all did. */
  readonly empty?: readonly EmptyPlace[] | undefined
  /** Where agents usually lie, of which those in the space were looked through; absent if paths were named. */
  readonly usual?: UsualAgents | undefined
  /** What was done to find them; absent if nothing was. */
  readonly findable?: MadeFindable | undefined
}

const own = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode', 'kiro', 'amazonq', 'goose'] as const
const others = ['continue', 'roo', 'prompt', 'datacore', 'a2a'] as const
const formats = ['auto', ...own, ...others] as const satisfies readonly (ImportFormat | 'auto')[]

const input = z.strictObject({
  from: z
    .array(z.string().min(1).max(10_000))
    .optional()
    .describe(
      'Files or folders, relative to the space, or git repositories such as github:owner/repo/folder@tag; where agents of it usually lie if left out.',
    ),
  /** `auto` if absent. */
  format: z.enum(formats).optional(),
  with: z
    .array(z.enum(['commands', 'rules', 'instructions']))
    .optional()
    .describe('What else becomes an agent: files that only guide an assistant.'),
  exclude: z
    .array(z.string().min(1).max(1000))
    .optional()
    .describe('Patterns of paths that are left out, at any depth, such as drafts or **/*.draft.md.'),
  dry_run: dryRun,
})

/** Which agents are brought. */
export type ImportAgents = Asked<typeof input>

/** Imports agents of other programs into the registry, and makes them findable. */
export const importAgents = operation({
  input,
  output: z.looseObject({
    seen: z.number(),
    imported: z.array(z.looseObject({ id: z.string(), path: z.string() })),
    skipped: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
  }),
  run: async (
    work,
    { from: named = [], format, with: guides, exclude, dry_run: isDry = false },
  ): Promise<ImportedAgents> => {
    const { paths, signal, onProgress } = work
    const usual = named.length > 0 ? undefined : await usualAgents(paths.root)
    if (usual?.here.length === 0) throw spaceError('CLI_NO_AGENTS_HERE', { root: paths.root, home: usual.home })
    const places = usual?.here.map((path) => ({ path, repository: undefined })) ?? (await placesOf(work, named))
    const from = places.map(({ path }) => path)
    const repositories = places.flatMap(({ repository }) => repository ?? [])
    const report = await importAll(paths, from, { format, guides, exclude, dryRun: isDry, signal, onProgress })
    const registered = report.imported.length + report.updated.length + report.unchanged.length
    const empty = from.flatMap((path) => emptyPlace(report, redact(path)))
    const error = registered > 0 ? undefined : spaceError('CLI_NOTHING_IMPORTED', { ...report, empty })
    return {
      ...(error === undefined ? {} : { error: dataOf(error) }),
      ...report,
      ...(named.length === 0 || empty.length === 0 ? {} : { empty }),
      ...(repositories.length === 0 ? {} : { repositories }),
      ...(usual === undefined ? {} : { usual }),
      ...(isDry || registered === 0 ? {} : { findable: await makeFindable(work, { registered }) }),
    }
  },
})

type Place = { readonly path: string; readonly repository: FetchedRepository | undefined }

/** Where what was named lies on this disk; repositories are fetched first, one after another. */
async function placesOf({ paths, caller, signal }: Work, named: readonly string[]): Promise<readonly Place[]> {
  const places: Place[] = []
  for (const path of named) {
    if (gitAddress(path) === undefined) {
      places.push({ path: isAddress(path) ? path : resolve(paths.root, path), repository: undefined })
      continue
    }
    // Texts that an agent reads must not choose what is fetched, and a space that nobody trusts neither.
    if (caller.kind === 'agent' || (caller.kind !== 'user' && paths.trust?.state === 'restricted'))
      throw platformError('FETCH_REFUSED', { url: path, reason: 'its address was not given by the user', hint })
    const repository = await fetchRepository(path, { signal })
    places.push({ path: repository.folder, repository })
  }
  return places
}

const hint = 'Ask the user of this machine to import it.'

/** A path that gave nobody. */
export type EmptyPlace = {
  readonly path: string
  /** Such as `12 files: 8 .ts, 3 .png, 1 .md`. */
  readonly seen: string
}

function emptyPlace(report: ImportReport, place: string): readonly EmptyPlace[] {
  const below = place.endsWith(sep) ? place : `${place}${sep}`
  const isOf = ({ path }: { readonly path: string }): boolean => path === place || path.startsWith(below)
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

function dataOf({ code, message, hint }: CodedError): NonNullable<ImportedAgents['error']> {
  return { code, message, hint }
}

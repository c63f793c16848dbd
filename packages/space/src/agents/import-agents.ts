import { resolve, sep } from 'node:path'
import type { CodedError } from '@datacortex/errors'
import { type ImportFormat, type ImportReport, importAgents as importAll } from '@datacortex/importers'
import { type FetchedRepository, fetchRepository, gitAddress, isAddress, platformError } from '@datacortex/platform'
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
  /** How many of the paths are not there, or addresses of pages, which nobody fetches. */
  readonly missing: number
  /** Where agents usually lie, of which those in the space were looked through; absent if paths were named. */
  readonly usual?: UsualAgents | undefined
  /** What was done to find them; absent if nothing was. */
  readonly findable?: MadeFindable | undefined
}

const own = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode', 'kiro', 'roo'] as const
const formats = ['auto', ...own, 'prompt', 'datacore', 'a2a'] as const satisfies readonly (ImportFormat | 'auto')[]

const input = z.strictObject({
  from: z
    .array(z.string().min(1).max(10_000))
    .optional()
    .describe(
      'Files or folders, relative to the space, or git repositories such as github:owner/repo/folder@tag; where agents of it usually lie if left out.',
    ),
  /** `auto` if absent. */
  format: z.enum(formats).optional(),
  dry_run: dryRun,
})

/** Which agents are brought. */
export type ImportAgents = Asked<typeof input>

/** Imports agents of other programs into the registry, and makes them findable. */
export const importAgents = operation({
  input,
  output: z.looseObject({
    imported: z.array(z.looseObject({ id: z.string(), path: z.string() })),
    skipped: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
  }),
  run: async (work, { from: named = [], format, dry_run: isDry = false }): Promise<ImportedAgents> => {
    const { paths, signal, onProgress } = work
    const usual = named.length > 0 ? undefined : await usualAgents(paths.root)
    if (usual?.here.length === 0) throw spaceError('CLI_NO_AGENTS_HERE', { root: paths.root, home: usual.home })
    const places = usual?.here.map((path) => ({ path, repository: undefined })) ?? (await placesOf(work, named))
    const from = places.map(({ path }) => path)
    const repositories = places.flatMap(({ repository }) => repository ?? [])
    const report = await importAll(paths, from, { format, dryRun: isDry, signal, onProgress })
    const registered = report.imported.length + report.updated.length + report.unchanged.length
    const error = registered > 0 ? undefined : nothingImported(report, from)
    return {
      ...(error === undefined ? {} : { error: dataOf(error) }),
      ...report,
      missing: from.filter((path) => isAddress(path) || isMissing(report, path)).length,
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

/** Each path is absent, or only holds what had to be skipped. Files that are plainly about something else are no error. */
function nothingImported(report: ImportReport, from: readonly string[]): CodedError | undefined {
  const { skipped, ignored } = report
  const isSkipped = (place: string): boolean => {
    const below = place.endsWith(sep) ? place : `${place}${sep}`
    return isAddress(place) || skipped.some(({ path }) => resolve(path) === place || path.startsWith(below))
  }
  return ignored === 0 && from.every(isSkipped) ? spaceError('CLI_NOTHING_IMPORTED', report) : undefined
}

function isMissing({ skipped }: ImportReport, place: string): boolean {
  return skipped.some(({ path, reason }) => resolve(path) === place && reason === 'it does not exist')
}

function dataOf({ code, message, hint }: CodedError): NonNullable<ImportedAgents['error']> {
  return { code, message, hint }
}

import { resolve, sep } from 'node:path'
import type { CodedError } from '@datacortex/errors'
import type { ImportFormat, ImportReport } from '@datacortex/importers'
import { type AgentRoot, changeRoots, isBelow, rememberRoots, rootMemory, syncRoots } from '@datacortex/importers/roots'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { type MadeFindable, makeFindable } from '../indexing/make-findable.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun } from '../schema.ts'
import { type UsualAgents, usualAgents } from './usual-agents.ts'

/** What an import did. */
export type ImportedAgents = ImportReport & {
  /** Why there is nobody, where nothing could be read of any path. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string | undefined } | undefined
  /** How many of the paths are not there, or addresses, which nobody fetches. */
  readonly missing: number
  /** Where agents usually lie, of which those in the space were looked through; absent if paths were named. */
  readonly usual?: UsualAgents | undefined
  /** What was done to find them; absent if nothing was. */
  readonly findable?: MadeFindable | undefined
}

const own = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode', 'kiro', 'roo'] as const
const formats = ['auto', ...own, 'prompt', 'datacore', 'a2a'] as const satisfies readonly (ImportFormat | 'auto')[]

const input = z.strictObject({
  /** Files or folders, relative to the space; all that are followed and where agents of it usually lie if absent. */
  from: z
    .array(z.string().min(1).max(10_000))
    .optional()
    .describe('Files or folders, relative to the space; where agents of it usually lie if left out.'),
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
    const memory = work.roots ?? rootMemory(paths)
    const followed = await memory.roots()
    const usual = named.length > 0 ? undefined : await usualAgents(paths.root)
    if (usual?.here.length === 0 && followed.length === 0)
      throw spaceError('CLI_NO_AGENTS_HERE', { root: paths.root, home: usual.home })
    const places = usual?.here.filter((place) => !followed.some(({ path }) => isBelow(place, path)))
    const from = places ?? named.map((path) => (isAddress(path) ? path : resolve(paths.root, path)))
    const options = format === undefined || format === 'auto' ? {} : { format }
    const added = from.map((path): AgentRoot => ({ path, options, left: [] }))
    // Before anything is registered, so that nothing is registered that nobody follows.
    const kept = isDry ? [] : from.filter((path) => !isAddress(path))
    if (kept.length > 0) await rememberRoots(paths, { added: kept, options, signal })
    const roots = usual === undefined ? added : [...followed, ...added]
    const { report } = await syncRoots(paths, memory, { roots, isFull: true, dryRun: isDry, signal, onProgress })
    if (report === undefined) throw new Error('A full import has no report.')
    const isNew = (place: string): boolean => !followed.some(({ path }) => path === place)
    const brought = [...report.imported, ...report.updated, ...report.unchanged]
    const empty = kept.filter((place) => isNew(place) && !brought.some(({ path }) => isBelow(path, place)))
    if (empty.length > 0) await changeRoots(paths, (all) => all.filter(({ path }) => !empty.includes(path)), signal)
    const registered = brought.length
    const error = registered > 0 ? undefined : nothingImported(report, from)
    return {
      ...(error === undefined ? {} : { error: dataOf(error) }),
      ...report,
      missing: from.filter((path) => isAddress(path) || isMissing(report, path)).length,
      ...(usual === undefined ? {} : { usual }),
      ...(isDry || registered === 0 ? {} : { findable: await makeFindable(work, { registered }) }),
    }
  },
})

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

function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

function dataOf({ code, message, hint }: CodedError): NonNullable<ImportedAgents['error']> {
  return { code, message, hint }
}

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LeftOut } from '@datacortex/memory'
import { type SpacePaths, writtenPathRefusal } from '@datacortex/platform'
import type { AgentEntry, KnowledgeLocations } from '@datacortex/registry'
import { wordsOf } from '@datacortex/text'
import { placesOf } from '../checks/write-bounds.ts'
import { executionError } from '../errors.ts'

/** The folder that `{space}` means, or why it means none. */
export type ChosenSpace = { readonly folder: string } | { readonly reason: string }

export type PlaceNamesOptions = {
  readonly knowledgeLocations: KnowledgeLocations
  readonly required: readonly string[]
  readonly task: string
  /** Folder such as `1-acme`, or its name without number. */
  readonly space?: string | undefined
}

/** What names of places mean for one task, and which organisation `{space}` is. See DIP-0016 §12. */
export async function placeNames(paths: SpacePaths, options: PlaceNamesOptions) {
  const spaces = await spacesIn(paths)
  const chosen = chooseSpace(spaces, options)
  const put = (path: string): string | undefined => {
    if (!path.includes('{space}')) return options.space === undefined ? path : inFolder(paths, path, chosen)
    return 'folder' in chosen ? path.replaceAll('{space}', () => chosen.folder) : undefined
  }
  const last = meansOrganisation(options, { spaces, chosen }) ? 'personal' : 'org'
  const groups = [...groupsOf(options.knowledgeLocations)]
  // The group that the task means decides about a name that several groups have.
  groups.sort(([one], [other]) => Number(one === last) - Number(other === last))
  const meant = new Map<string, string | undefined>()
  for (const [group, places] of groups)
    for (const [name, path] of Object.entries(places)) {
      const place = put(path)
      if (group !== '') meant.set(`${group}.${name}`, place)
      if (!meant.has(name)) meant.set(name, place)
    }
  const leftOut: LeftOut[] = []
  const required = options.required.flatMap((written) => {
    const wanted = written.replace(/^knowledge_locations\./, '')
    const path = meant.has(wanted) && meant.get(wanted) === undefined ? undefined : put(wanted)
    if (path === undefined && 'reason' in chosen) leftOut.push({ origin: written, reason: chosen.reason })
    return path === undefined ? [] : [path]
  })
  // A place that the task speaks of and that has no path is missing as much as one that is required.
  for (const [name, path] of meant)
    if (path === undefined && 'reason' in chosen && !name.includes('.') && speaksOf(options.task, name))
      if (!leftOut.some(({ origin }) => origin === name)) leftOut.push({ origin: name, reason: chosen.reason })
  const known = [...meant].filter((place): place is [string, string] => place[1] !== undefined)
  return { locations: Object.fromEntries(known), required, leftOut, space: chosen, put }
}

/** The org files that a task may mean, by the names of their places and as they are written in it, if they may be read. */
export function orgFilesOf(
  { root }: SpacePaths,
  { task, names, refusal }: { task: string; names: PlaceNames; refusal: (path: string) => string | undefined },
): ReadonlyMap<string, string> {
  const written = Array.from(task.slice(0, 2000).matchAll(/(?<![\p{L}\p{M}\p{N}._/-])[\p{L}\p{M}\p{N}._/-]+\.org\b/gu))
  const places = new Map([
    // Where they are unless the registry says otherwise.
    ...['next_actions', 'inbox'].map((name) => [name, names.put(`org/${name}.org`) ?? ''] as const),
    ...Object.entries(names.locations),
    ...written.map(([path]) => [path, names.put(path) ?? path] as const),
  ])
  return new Map(
    [...places].filter(
      ([, path]) =>
        path.endsWith('.org') &&
        writtenPathRefusal(path) === undefined &&
        // Whether a closed file is there must not be told by how a task is worked on.
        refusal(path) === undefined &&
        existsSync(join(root, path)),
    ),
  )
}

export type PlaceNames = Awaited<ReturnType<typeof placeNames>>

/** A path of the root, or of the space that the task is for if it is there. */
function inFolder({ root }: SpacePaths, path: string, chosen: ChosenSpace): string {
  if (!('folder' in chosen) || !isRelative(path)) return path
  const inside = `${chosen.folder}/${path}`
  // Whether that is a link out of the space is looked at where it is read.
  return existsSync(join(root, inside)) ? inside : path
}

/** Whether a place names no space, and nothing of the root alone. */
function isRelative(place: string): boolean {
  return !/^(?:\d+-|\.|\/|\{space\})|(?:^|\/)\.\.(?:\/|$)/.test(place)
}

/**
 * The places of `writes` of an agent in a task for one space: those of the root, and the same in the space.
 * @example await writesIn(paths, ['notes/zettel/'], { space: 'me', locations: {} }) // ['notes/zettel/', '0-me/notes/zettel/']
 */
export async function writesIn(
  paths: SpacePaths,
  writes: readonly string[] | undefined,
  { space, locations }: { readonly space: string | undefined; readonly locations: KnowledgeLocations },
): Promise<readonly string[] | undefined> {
  if (writes === undefined || space === undefined) return writes
  const chosen = chooseSpace(await spacesIn(paths), { space, task: '' })
  if (!('folder' in chosen)) return writes
  const inside = writes.flatMap((write) => placesOf(write, locations)).filter(isRelative)
  return [...writes, ...inside.map((place) => `${chosen.folder}/${place}`)]
}

async function spacesIn(paths: SpacePaths): Promise<readonly string[]> {
  const entries = await readdir(paths.root, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() && /^\d+-/.test(entry.name) ? [entry.name] : [])).sort()
}

function chooseSpace(
  spaces: readonly string[],
  { space, task }: Pick<PlaceNamesOptions, 'space' | 'task'>,
): ChosenSpace {
  if (space !== undefined) {
    const wanted = space.normalize('NFC')
    const folder = spaces.find((each) => [each, nameOf(each)].some((name) => name.normalize('NFC') === wanted))
    if (folder === undefined) throw executionError('EXECUTION_SPACE_UNKNOWN', { space, known: spaces })
    return { folder }
  }
  const organisations = spaces.filter((each) => !isPersonal(each))
  const named = organisations.filter((each) => speaksOf(task, each) || speaksOf(task, nameOf(each)))
  const [first, ...others] = named.length > 0 ? named : organisations
  if (first === undefined) return { reason: 'there is no space of an organisation that {space} could mean' }
  if (others.length === 0) return { folder: first }
  const which = [first, ...others].join(', ')
  return {
    reason: named.length > 0 ? `the task names several spaces: ${which}` : `the task names none of the spaces ${which}`,
  }
}

function meansOrganisation(
  { task, space, knowledgeLocations: { routing } }: PlaceNamesOptions,
  { spaces, chosen }: { spaces: readonly string[]; chosen: ChosenSpace },
): boolean {
  if (space !== undefined) return 'folder' in chosen && !isPersonal(chosen.folder)
  const says = (indicators: readonly string[] = []): boolean => indicators.some((each) => speaksOf(task, each))
  if (says(routing?.personal_indicators)) return false
  const named = spaces.filter((each) => !isPersonal(each) && (speaksOf(task, each) || speaksOf(task, nameOf(each))))
  return named.length > 0 || says(routing?.org_indicators)
}

function isPersonal(folder: string): boolean {
  return /^0+-/.test(folder)
}

function nameOf(folder: string): string {
  return folder.replace(/^\d+-/, '')
}

/** Whole words; what joins them does not matter. */
function speaksOf(task: string, name: string): boolean {
  const words = (text: string): string => ` ${wordsOf(text).join(' ')} `
  return words(name).trim() !== '' && words(task).includes(words(name))
}

/** `personal`, `org` and any other map of paths; paths without a group belong to the empty name. */
function groupsOf(locations: KnowledgeLocations): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const groups = new Map<string, Record<string, string>>()
  for (const [key, value] of Object.entries(locations)) {
    if (key === 'routing' || value === undefined || value === null) continue
    if (typeof value === 'string') groups.set('', { ...groups.get(''), [key]: value })
    else if (typeof value === 'object')
      groups.set(
        key,
        Object.fromEntries(
          Object.entries(value).filter((place): place is [string, string] => typeof place[1] === 'string'),
        ),
      )
  }
  return groups
}

/** Puts the space of a task in for `{space}` in queries and in patterns of places. */
export function withSpace(reads: Pick<NonNullable<AgentEntry['reads']>, 'contextual' | 'infers'>, space: ChosenSpace) {
  const queries = reads.contextual ?? []
  const patterns = reads.infers ?? []
  if ('folder' in space) {
    const put = (text: string): string => text.replaceAll(name, () => space.folder)
    const contextual = queries.map((each) => ({ ...each, query: put(each.query) }))
    return { reads: { contextual, infers: patterns.map(({ pattern }) => ({ pattern: put(pattern) })) }, leftOut: [] }
  }
  const { reason } = space
  const open = [
    ...queries.filter(({ query }) => query.includes(name)).map(({ query }) => `query: ${query}`),
    ...patterns.filter(({ pattern }) => pattern.includes(name)).map(({ pattern }) => `infers: ${pattern}`),
  ]
  return {
    reads: { contextual: queries, infers: patterns.filter(({ pattern }) => !pattern.includes(name)) },
    leftOut: open.map((origin) => ({ origin, reason: `${name} has no meaning: ${reason}` })),
  }
}

const name = '{space}'

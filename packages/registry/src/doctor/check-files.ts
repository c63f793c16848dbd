import { stat, readdir, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { readTextFile, sha256, writtenPathRefusal, secretPlace, ifRefused } from '@datacortex/platform'
import type { ContextSettings, SpacePaths } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import type { KnowledgeLocations, RegisteredAgent, Registry } from '../file/registry.ts'
import { agentSourceFile, importAgainCommand } from '../file/agent-source.ts'

type ContextPlaces = Pick<ContextSettings, 'documents' | 'specs'>

export type FileLookup = {
  readonly paths: SpacePaths
  readonly context?: ContextPlaces | undefined
  readonly signal?: AbortSignal | undefined
}

const usualPlaces: ContextPlaces = { documents: ['.datacore/dips'], specs: ['.datacore/specs', 'specs', 'docs'] }

/** Sources that are gone or changed since the import, and files an agent must read that are not there or never read. */
export async function checkFiles(registry: Registry, { paths, context = usualPlaces, signal }: FileLookup) {
  const look = lookupOf(registry, paths, context)
  const findings: Finding[] = []
  for (const agent of registry.agents.values()) {
    signal?.throwIfAborted()
    if (agent.entry.removed || agent.entry.alias !== undefined) continue
    const module = moduleOf(agent, registry)
    findings.push(...(await sourceFindings(agent, { paths, module })), ...(await referenceFindings(agent, look)))
  }
  return findings
}

/** The module whose files an entry is made of: an import leaves such entries alone. */
function moduleOf({ id, module }: RegisteredAgent, { modules }: Registry): string | undefined {
  return module !== undefined && modules.get(module)?.agentIds.includes(id) === true ? module : undefined
}

async function sourceFindings(
  { id, entry }: RegisteredAgent,
  { paths, module }: { readonly paths: SpacePaths; readonly module: string | undefined },
): Promise<readonly Finding[]> {
  const path = agentSourceFile(paths, entry)
  if (path === undefined || entry.source === undefined) return []
  const file = await readTextFile(path)
  if (!file.ok) {
    const hint =
      module === undefined
        ? 'Put the file back, correct `source`, or take the agent out: datacortex agent remove ID'
        : `Put the file back, or: datacortex module remove ${module}`
    return [warningFinding('SOURCE_MISSING', id, { message: `${entry.source}: ${file.reason}`, hint })]
  }
  if (entry.sha256 === undefined || entry.sha256 === sha256(file.bytes)) return []
  const hint =
    module === undefined ? importAgainCommand(entry) : `datacortex module install .datacore/modules/${module}`
  return [warningFinding('SOURCE_CHANGED', id, { message: 'its file changed since the import', hint })]
}

async function referenceFindings({ id, entry }: RegisteredAgent, look: Lookup): Promise<readonly Finding[]> {
  const { dips = [], specs = [] } = entry.references ?? {}
  const missing: string[] = []
  const refused: string[] = []
  for (const path of entry.reads?.required ?? []) {
    const problem = await requiredProblem(path, look)
    if (problem === notThere) missing.push(path)
    else if (problem !== undefined) refused.push(`${path} (${problem})`)
  }
  for (const spec of specs) if (!(await isDocumentThere(spec, await look.specs(), look))) missing.push(spec)
  for (const dip of dips) if (!(await isDocumentThere(dip, await look.documents(), look))) missing.push(dip)
  return [
    ...findingOf(missing, {
      code: 'REFERENCE_MISSING',
      subject: id,
      message: 'it must read what is not there',
      hint: 'Add the files or correct the paths.',
    }),
    ...findingOf(refused, {
      code: 'REFERENCE_REFUSED',
      subject: id,
      message: 'it must read what no context ever loads',
      hint: 'Name files of the space by their path in it, and no secrets, or take these out of `reads.required`.',
    }),
  ]
}

function findingOf(
  paths: readonly string[],
  { message, ...finding }: Pick<Finding, 'code' | 'subject' | 'message' | 'hint'>,
): readonly Finding[] {
  return paths.length === 0 ? [] : [{ ...finding, severity: 'warning', message: `${message}: ${paths.join(', ')}` }]
}

/** Where the context of an agent finds what it must read. */
type Lookup = {
  readonly paths: SpacePaths
  readonly context: ContextPlaces
  /** Of each name all paths that it may mean; which one, the task decides. */
  readonly locations: ReadonlyMap<string, readonly string[]>
  readonly documents: () => Promise<readonly string[]>
  readonly specs: () => Promise<readonly string[]>
}

function lookupOf(registry: Registry, paths: SpacePaths, context: ContextPlaces): Lookup {
  const documents = once(() => documentNames(paths.root, context.documents))
  const specs = once(() => documentNames(paths.root, [...context.specs, ...context.documents]))
  return { paths, context, locations: locationsOf(registry.knowledgeLocations), documents, specs }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return async () => await (made ??= make())
}

function locationsOf(groups: KnowledgeLocations): ReadonlyMap<string, readonly string[]> {
  const locations = new Map<string, readonly string[]>()
  const add = (name: string, path: unknown): void => {
    if (typeof path === 'string') locations.set(name, [...(locations.get(name) ?? []), path])
  }
  for (const [group, places] of Object.entries(groups)) {
    add(group, places)
    if (group === 'routing' || typeof places !== 'object' || places === null) continue
    for (const [name, path] of Object.entries(places)) {
      add(name, path)
      add(`${group}.${name}`, path)
    }
  }
  return locations
}

/** Globs, templates and addresses can't be looked up as they stand. */
function isLiteral(path: string): boolean {
  return !/[*?{}[\]<>]|:\/\//.test(path)
}

const notThere = 'it is not there'

/** Undefined if it can be read; of several places that a name may mean, one is enough. */
async function requiredProblem(written: string, look: Lookup): Promise<string | undefined> {
  const wanted = written.replace(/^knowledge_locations\./, '')
  const refused = writtenPathRefusal(wanted)
  if (refused !== undefined) return refused
  const elsewhere = wanted.includes('/') ? [] : look.context.documents.map((folder) => join(folder, wanted))
  let problem = notThere
  for (const path of [...(look.locations.get(wanted) ?? []), wanted, ...elsewhere]) {
    const found = await pathProblem(path, look)
    if (found === undefined) return undefined
    if (found !== notThere) problem = found
  }
  // DIP-0016 §1 names a DIP file without its folder.
  return wanted.startsWith('DIP-') && hasDocument(await look.documents(), wanted) ? undefined : problem
}

async function pathProblem(path: string, { paths }: Lookup): Promise<string | undefined> {
  const refused = writtenPathRefusal(path)
  if (refused !== undefined || !isLiteral(path)) return refused
  return (await kindOf(path, paths)) === undefined ? notThere : await linkRefusal(paths.root, path)
}

async function isDocumentThere(id: string, names: readonly string[], { paths }: Lookup): Promise<boolean> {
  if (!isLiteral(id)) return true
  return id.includes('/') ? (await kindOf(id, paths)) === 'file' : hasDocument(names, id)
}

async function kindOf(path: string, paths: SpacePaths): Promise<'file' | 'folder' | undefined> {
  // A space without agents has none, and is read as one with an empty list.
  const file = resolve(paths.root, path)
  if (file === paths.agentsFile) return 'file'
  const found = await stat(file).catch(ifRefused(undefined))
  return found && (found.isDirectory() ? 'folder' : 'file')
}

const deepest = 8
const ending = /\.(?:md|markdown|org|txt|ya?ml)$/

/** The names of files in folders, at any depth, as the context of an agent looks for documents. */
async function documentNames(root: string, places: readonly string[]): Promise<readonly string[]> {
  const names: string[] = []
  const waiting = places.map((place) => ({ folder: join(root, place), depth: 0 }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { folder, depth } = next
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(ifRefused([])))
      if (!entry.isDirectory()) names.push(entry.name.toLowerCase())
      else if (!entry.name.startsWith('.') && entry.name !== 'node_modules' && depth < deepest)
        waiting.push({ folder: join(folder, entry.name), depth: depth + 1 })
  }
  return names
}

/** Whether a document has this id: `DIP-0009` names `DIP-0009.md` and `DIP-0009-gtd.md`, never `DIP-00091.md`. */
function hasDocument(names: readonly string[], id: string): boolean {
  const written = id.toLowerCase()
  const wanted = written.replace(ending, '')
  return names.some(
    (name) =>
      name.replace(ending, '') === wanted ||
      (name.startsWith(wanted) && /^[-_ ].*\.(?:md|markdown|org|txt|ya?ml)$/.test(name.slice(wanted.length))),
  )
}

/** Why no context reads what lies at a path: a link leads out of the space or to secrets. Undefined for all others. */
async function linkRefusal(root: string, path: string): Promise<string | undefined> {
  const [space, real] = await Promise.all(
    [root, join(root, path)].map(async (one) => await realpath(one).catch(ifRefused(undefined))),
  )
  if (space === undefined || real === undefined) return undefined
  const inside = relative(space, real).split(sep).join('/')
  if (inside === '..' || inside.startsWith('../') || join(space, inside) !== real) return 'it leads out of the space'
  return secretPlace(inside)
}

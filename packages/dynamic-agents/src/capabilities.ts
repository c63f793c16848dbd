import { realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { type SpacePaths, ifMissing, namesIn, pathInSpace } from '@datacortex/platform'
import { type AgentEntry, type RegisteredAgent, type Registry, currentId } from '@datacortex/registry'
import { dynamicError } from './errors.ts'
import { type Capabilities, type CapabilityKind, capabilityKinds, wholeCapabilities } from './recipe.ts'

/** What names of places mean, and which paths lie in some: the same rules by which writes are checked. */
export type Places = {
  readonly meant: (name: string) => readonly string[]
  readonly bounds: (places: readonly string[]) => (path: string) => boolean
}

export type SubsetOptions = {
  readonly paths: SpacePaths
  readonly registry: Registry
  readonly places: Places
  readonly agent: string
  readonly parent: string
  readonly has: Capabilities
}

/** What an agent of the registry can give: what its entry names, and nothing that it does not. */
export function capabilitiesOf({ entry }: Pick<RegisteredAgent, 'entry'>): Capabilities {
  const { spawns, writes, reads, sources, components, skills } = entry
  return wholeCapabilities({
    spawns,
    writes,
    sources,
    components,
    reads: reads?.required,
    tools: toolsOf(entry),
    skills: skills.map(({ id }) => id),
  })
}

/**
 * Tools as assistants write them: a list, or names with commas between them.
 * @example toolsOf({ runtime: { tools: 'Read, Bash' } }) // ['Read', 'Bash']
 */
export function toolsOf({ runtime }: Pick<AgentEntry, 'runtime'>): readonly string[] {
  const tools: unknown = runtime?.['tools']
  const some: readonly unknown[] =
    typeof tools === 'string' ? tools.split(/,(?![^(]*\))/) : Array.isArray(tools) ? tools : []
  return some.flatMap((tool) => (typeof tool === 'string' && tool.trim() !== '' ? [tool.trim()] : []))
}

/**
 * Lets nobody have more than its parent.
 * @throws `DYNAMIC_CAPABILITY_MISSING` with the first that the parent lacks.
 */
export async function checkSubset(wanted: Capabilities, options: SubsetOptions): Promise<void> {
  for (const kind of capabilityKinds)
    for (const name of wanted[kind]) {
      const reason = await whyMissing(kind, { ...options, name })
      const { agent, parent } = options
      if (reason !== undefined)
        throw dynamicError('DYNAMIC_CAPABILITY_MISSING', { agent, parent, capability: `${kind}:${name}`, reason })
    }
}

type Asked = SubsetOptions & { readonly name: string }

async function whyMissing(kind: CapabilityKind, asked: Asked): Promise<string | undefined> {
  const { name, has, registry } = asked
  const own = has[kind]
  const lacks = `its ${kind} are ${own.length === 0 ? 'none' : own.join(', ')}`
  if (kind === 'reads' || kind === 'writes')
    return (await isInside(own, asked)) ? undefined : pathInSpace(name) === undefined ? 'it leaves the space' : lacks
  const isGone = kind === 'spawns' && name !== '*' && currentId(registry, name) === undefined
  if (isGone) return 'there is no such agent here'
  if (own.includes(name)) return undefined
  if (kind === 'tools') return own.includes('*') || own.includes(name.replace(/\(.*$/s, '')) ? undefined : lacks
  if (kind === 'sources') return own.includes('*') ? undefined : lacks
  const isNamed = own.some((one) => one === '*' || currentId(registry, one) === currentId(registry, name))
  if (kind === 'spawns') return isNamed && (name !== '*' || own.includes('*')) ? undefined : lacks
  return lacks
}

// No file is called so: what matches it and its like matches all names.
const anyName = ['~a', '~another name of no file']

/** Whether all that a name, path or pattern means lies in what the parent has, also where links lead. */
async function isInside(own: readonly string[], { name, paths, places }: Asked): Promise<boolean> {
  const holds = places.bounds(own)
  const meant = await Promise.all(places.meant(name).map(async (place) => await withSpaces(place, paths)))
  for (const place of meant.flat()) {
    const path = pathInSpace(place)
    if (path === undefined || path === '') return false
    // To name the same pattern is to mean the same.
    const isSame = own.some((one) => places.meant(one).some((other) => pathInSpace(other) === path))
    const { base, ending, isWhole } = partsOf(path)
    const real = await realPlace(base, paths)
    if (real === undefined) return false
    if (isSame) continue
    for (const at of new Set([base, real])) {
      if (isWhole && !holds(at)) return false
      const below = anyName.flatMap((one) => [`${at}/${one}${ending}`, `${at}/${one}/${one}${ending}`])
      const isFile = isWhole && /\.[\p{L}\p{N}]{1,8}$/u.test(at)
      if (!isFile && !below.map((one) => one.replace(/^\//, '')).every(holds)) return false
    }
  }
  return true
}

/** The folder above the first sign of a pattern, and the ending that all of its files have. */
function partsOf(path: string) {
  const parts = path.split('/')
  const sign = parts.findIndex((part) => /[*?[{(]/.test(part))
  if (sign === -1) return { base: path, ending: '', isWhole: true }
  const ending = /\*(\.[\p{L}\p{N}]{1,8})$/u.exec(parts.at(-1) ?? '')?.[1] ?? ''
  return { base: parts.slice(0, sign).join('/'), ending, isWhole: false }
}

/** Where a path of the space leads; undefined if that is outside of it. What is not there is where it would be. */
async function realPlace(path: string, { root }: SpacePaths): Promise<string | undefined> {
  const top = await realpath(root)
  for (let known = path; ; known = posix.dirname(known)) {
    const real = await realpath(join(top, known)).catch(ifMissing(undefined))
    if (real === undefined && known !== '.' && known !== '') continue
    const rest = known === '.' || known === '' ? path : path.slice(known.length + 1)
    const from = relative(top, real ?? top).replaceAll(sep, '/')
    return pathInSpace([from, rest].filter((one) => one !== '').join('/'))
  }
}

/** `{space}` means each space that there is, and any that is made. */
async function withSpaces(place: string, { root }: SpacePaths): Promise<readonly string[]> {
  if (!place.includes('{space}')) return [place]
  const spaces = (await namesIn(root)).filter((name) => /^\d+-/.test(name))
  return [...spaces, '9-~any'].map((space) => place.replaceAll('{space}', space))
}

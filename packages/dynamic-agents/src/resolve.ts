import { join, relative, sep } from 'node:path'
import { CodedError, type Finding, findingOf, infoFinding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, readTextFile, whileUnchanged } from '@datacortex/platform'
import { type RegisteredAgent, type Registry, currentId, resolveAgent } from '@datacortex/registry'
import { type Places, capabilitiesOf, checkSubset } from './capabilities.ts'
import { dynamicError } from './errors.ts'
import { checkLimits, childLimits, limitsOf } from './limits.ts'
import { type Reference, idsIn, readReference, rootFolder } from './place.ts'
import { type Capabilities, type Limits, type Recipe, contentHash, parseRecipe } from './recipe.ts'
import type { Level } from './spending.ts'

/** A dynamic agent as it was made again from its recipe, with at most what its parent has now. */
export type DynamicAgent = {
  /** As it is called now: `parent/child`. */
  readonly path: string
  readonly recipe: Recipe
  /** Absolute; its own recipes lie in the folder of the same name. */
  readonly file: string
  /** As the registry would hold it. */
  readonly agent: RegisteredAgent
  readonly limits: Limits
  /** Itself and all above it, whose limits a run of it counts in. */
  readonly levels: readonly Level[]
  readonly findings: readonly Finding[]
}

/** With what agents are made again from their recipes. */
export type ResolveOptions = {
  readonly registry: Registry
  readonly places: Places
  readonly now?: (() => number) | undefined
}

/** An agent that others can be made below: one of the registry, or a dynamic one. */
export type Parent = Pick<DynamicAgent, 'path' | 'limits' | 'levels'> & {
  readonly root: string
  readonly has: Capabilities
  readonly hash: string
  /** Where recipes of its children lie. */
  readonly folder: string
  readonly recipe?: Recipe | undefined
}

/**
 * The dynamic agent of a reference and those above it, topmost first, made from the files alone.
 *
 * @param reference - `parent/child`, or with the beginning of its hash `parent/child@1f2e3d4c`.
 * @returns Undefined if it is no reference to a dynamic agent.
 * @throws `DYNAMIC_NOT_FOUND`, `DYNAMIC_ID_INVALID`, `DYNAMIC_HASH_DIFFERS`, `DYNAMIC_EXPIRED`, `DYNAMIC_RECIPE_INVALID`, `DYNAMIC_SCHEMA_NEWER`,
 *   `DYNAMIC_CAPABILITY_MISSING`, `DYNAMIC_LIMIT_ABOVE`; what `resolveAgent` throws for the agent at the top.
 * @example (await resolveDynamic(paths, 'architect/math_solver', { registry, places }))?.at(-1)?.recipe.hash
 */
export async function resolveDynamic(
  paths: SpacePaths,
  reference: string,
  options: ResolveOptions,
): Promise<readonly DynamicAgent[] | undefined> {
  const read = readReference(options.registry, reference)
  if (read === undefined) return undefined
  const { agent } = resolveAgent(options.registry, read.root)
  const resolved: DynamicAgent[] = []
  let parent = await rootParent(paths, agent, read)
  for (const id of read.below) {
    const child = await childOf(paths, parent, { ...options, id })
    resolved.push(child)
    parent = asParent(child, parent.root)
  }
  const last = resolved.at(-1)
  if (last !== undefined && read.hash !== undefined && !last.recipe.hash.startsWith(read.hash))
    throw dynamicError('DYNAMIC_HASH_DIFFERS', { path: last.path, wanted: read.hash, hash: last.recipe.hash })
  return resolved
}

/**
 * An agent below which others are to be made. Throws as `resolveDynamic` and `resolveAgent`.
 * @example (await resolveParent(paths, 'architect', { registry, places })).has.tools
 */
export async function resolveParent(paths: SpacePaths, id: string, options: ResolveOptions): Promise<Parent> {
  const above = await resolveDynamic(paths, id, options)
  const last = above?.at(-1)
  if (last !== undefined) return asParent(last, readReference(options.registry, id)?.root ?? '')
  const { agent } = resolveAgent(options.registry, id)
  return await rootParent(paths, agent, { roots: [agent.id], below: [] })
}

/** Its recipes lie in the folder of its present id, or were left in that of a former one. */
async function rootParent(
  paths: SpacePaths,
  agent: RegisteredAgent,
  { roots, below: [first] }: Pick<Reference, 'roots' | 'below'>,
): Promise<Parent> {
  const folders = roots.map((root) => rootFolder(paths, root))
  for (const folder of folders.length > 1 ? folders : [])
    if ((await idsIn(folder)).some((id) => id.normalize('NFC') === first)) return parentAt(agent, folder)
  return parentAt(agent, folders[0] ?? '')
}

function parentAt(agent: RegisteredAgent, folder: string): Parent {
  const limits = limitsOf(agent)
  const levels = [{ path: agent.id, limits, spentFile: join(folder, '.spent.json') }]
  return { root: agent.id, path: agent.id, has: capabilitiesOf(agent), hash: entryHash(agent), limits, levels, folder }
}

function asParent({ path, recipe, file, limits, levels }: DynamicAgent, root: string): Parent {
  const folder = file.slice(0, -'.yaml'.length)
  return { root, path, recipe, has: recipe.capabilities, hash: recipe.hash, limits, levels, folder }
}

/** Makes a child from its recipe. Throws as `resolveDynamic`. */
async function childOf(
  paths: SpacePaths,
  parent: Parent,
  { id, registry, places, now = Date.now }: ResolveOptions & { readonly id: string },
): Promise<DynamicAgent> {
  const path = `${parent.path}/${id}`
  const { recipe, file } = await readRecipe(paths, parent, { id })
  const { capabilities, expires } = { ...recipe, ...recipe.limits }
  const limits = childLimits(recipe.limits, parent.limits)
  if (limits.expires !== undefined && Date.parse(limits.expires) <= now())
    throw dynamicError('DYNAMIC_EXPIRED', { agent: path, expires: expires ?? limits.expires })
  checkLimits(recipe.limits, { agent: path, parent: parent.limits, of: parent.path })
  await checkSubset(capabilities, { paths, registry, places, agent: path, parent: parent.path, has: parent.has })
  const levels = [...parent.levels, { path, limits, spentFile: `${file.slice(0, -'.yaml'.length)}.spent.json` }]
  return {
    path,
    recipe,
    file,
    limits,
    levels,
    agent: registered(path, parent, recipe),
    findings: changes(path, parent, recipe),
  }
}

const recipeSize = { maxBytes: 1_000_000 }
const recipeOf = whileUnchanged<Recipe | undefined>(2000)

async function readRecipe(
  paths: SpacePaths,
  parent: Parent,
  { id, name = id }: { readonly id: string; readonly name?: string },
): Promise<Pick<DynamicAgent, 'recipe' | 'file'>> {
  const file = join(parent.folder, `${name}.yaml`)
  const recipe = await recipeOf(file, async () => {
    const read = await readTextFile(file, recipeSize)
    if (!read.ok && read.code === 'ENOENT') return undefined
    const shown = relative(paths.root, file).split(sep).join('/')
    if (!read.ok) throw dynamicError('DYNAMIC_RECIPE_INVALID', { file: shown, issues: [read.reason] })
    return parseRecipe(read.text, { id, file: shown })
  })
  if (recipe !== undefined) return { recipe, file }
  // Some disks keep names in their other Unicode form.
  const others = await idsIn(parent.folder)
  const spelled = others.find((one) => one !== name && one.normalize('NFC') === id)
  if (spelled !== undefined && name === id) return await readRecipe(paths, parent, { id, name: spelled })
  throw dynamicError('DYNAMIC_NOT_FOUND', { path: `${parent.path}/${id}`, known: others })
}

function changes(path: string, parent: Parent, recipe: Recipe): readonly Finding[] {
  const findings: Finding[] = []
  if (recipe.parentHash !== '' && recipe.parentHash !== parent.hash)
    findings.push(
      infoFinding('DYNAMIC_PARENT_CHANGED', path, {
        message: `${parent.path} has changed since it made ${path}, which has nothing that its parent lacks now.`,
      }),
    )
  if (recipe.writtenHash !== undefined && recipe.writtenHash !== recipe.hash)
    findings.push(
      warningFinding('DYNAMIC_RECIPE_EDITED', path, {
        message: `The recipe of ${path} was edited after it was made: its hash is ${recipe.hash.slice(0, 12)} now.`,
        hint: 'It can still do nothing that its parent can not.',
      }),
    )
  return findings
}

function registered(path: string, parent: Pick<Parent, 'path'>, recipe: Recipe): RegisteredAgent {
  const { primer, capabilities } = recipe
  return {
    id: path,
    module: undefined,
    dynamic: { primer, parent: parent.path },
    entry: {
      ...entryOf(recipe),
      can_be_called_by: ['user', 'nightshift', 'cron', 'scheduler', ...above(path)],
      spawns: capabilities.spawns,
    },
  }
}

function above(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

export function entryOf({ id, primer, capabilities, tasks }: Recipe): RegisteredAgent['entry'] {
  const { spawns, reads, writes, sources, components, tools, skills } = capabilities
  const line = primer.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const skillOf = (name: string, description = '') => ({ id: name, name, description, tags: [] })
  return {
    name: id,
    description: line.replace(/^[#>\s*-]+/, '').slice(0, 300),
    skills: [
      ...Object.entries(tasks).map(([name, task]) => skillOf(name, task.description)),
      ...skills.filter((skill) => !Object.hasOwn(tasks, skill)).map((skill) => skillOf(skill)),
    ],
    reads: { required: reads },
    writes,
    spawns,
    components,
    sources,
    runtime: { tools },
  }
}

/** Tells versions of an agent of the registry apart by what people wrote in its entry. */
function entryHash({ entry }: RegisteredAgent): string {
  const { performance: _performance, erc8004: _erc8004, ...own } = entry
  return contentHash(own)
}

/**
 * The registry with dynamic agents in it, which those who made them may start.
 * @example withDynamic(registry, resolved).agents.get('architect/solver')
 */
export function withDynamic(registry: Registry, dynamic: readonly DynamicAgent[]): Registry {
  const made = dynamic.map(({ path, agent }) => [path, agent] as const)
  return { ...registry, agents: new Map([...registry.agents, ...made]) }
}

/**
 * Every dynamic agent of a space, also those that can't be made, with the reason.
 * @example const { agents, broken } = await listDynamic(paths, { registry, places })
 */
export async function listDynamic(
  paths: SpacePaths,
  options: ResolveOptions,
  wanted: readonly string[] = [...options.registry.agents.keys()],
) {
  const agents: DynamicAgent[] = []
  const broken: { path: string; finding: Finding }[] = []
  const walk = async (parent: Parent): Promise<void> => {
    for (const spelled of await idsIn(parent.folder)) {
      const id = spelled.normalize('NFC')
      try {
        const child = await childOf(paths, parent, { ...options, id })
        agents.push(child)
        await walk(asParent(child, parent.root))
      } catch (error) {
        if (!CodedError.is(error)) throw error
        broken.push({ path: `${parent.path}/${id}`, finding: findingOf(error, `${parent.path}/${id}`) })
      }
    }
  }
  for (const root of wanted) {
    const current = options.registry.agents.get(currentId(options.registry, root) ?? '')
    if (current !== undefined && current.dynamic === undefined) await walk(parentAt(current, rootFolder(paths, root)))
  }
  return { agents, broken }
}

import type { AgentEntry, AgentSkill } from '../file/agent-entry.ts'
import { foldedId } from '../file/names/name-keys.ts'
import type { RegisteredAgent, Registry } from '../file/registry.ts'
import { type Component, type ComponentProblem, type Composition, parseRequirement } from './component.ts'

/**
 * Gives each agent that names components what they bring: skills, places that it writes to, agents that it may start,
 * tools. Agents without components stay the same objects.
 * @example (await composeAgents(await readRegistry(paths))).agents.get('writer')?.composition?.parts
 */
export async function composeAgents(registry: Registry): Promise<Registry> {
  const isComposed = ({ entry }: RegisteredAgent): boolean =>
    entry.components !== undefined && entry.components.length > 0
  if (![...registry.agents.values()].some(isComposed)) return registry
  const components = knownComponents(registry)
  const agents = new Map(registry.agents)
  for (const [id, agent] of registry.agents) {
    if (!isComposed(agent)) continue
    const { entry } = agent
    const { parts, problems } = await resolveComponents(entry.components ?? [], components)
    agents.set(id, { ...agent, entry: withParts(entry, parts), composition: { own: entry, parts, problems } })
  }
  return { ...registry, agents }
}

/**
 * The components of a registry, and its agents of the type `component`.
 * @example knownComponents(registry).get('web-fetcher')
 */
export function knownComponents({ agents, components }: Registry): ReadonlyMap<string, Component> {
  const ofAgents = [...agents.values()].filter(({ entry }) => entry.type === 'component' && entry.removed !== true)
  return new Map([
    ...ofAgents.map(({ id, module, entry }): [string, Component] => {
      const { name, description, version, source, sha256, skills, writes } = entry
      const kind = source === undefined ? 'description' : 'prompt'
      return [id, { id, name, description, version, kind, source, sha256, skills, requires: [], writes, module }]
    }),
    ...components,
  ])
}

/**
 * Whether a version is in a range, as npm reads ranges; undefined if the range is none.
 * @example await isInRange('1.4.0', '^1.2') // true
 */
export async function isInRange(version: string | undefined, range: string): Promise<boolean | undefined> {
  const { default: semver } = await import('semver')
  return semver.validRange(range) === null ? undefined : semver.satisfies(version ?? '', range, { loose: true })
}

// A chain of components that is longer than this is no composition that anybody could follow.
const deepest = 50

/**
 * The components of some names with all that they require, each once. One that lacks what it requires is left out.
 * @example (await resolveComponents(['writer@^1'], knownComponents(registry))).problems
 */
export async function resolveComponents(
  names: readonly string[],
  components: ReadonlyMap<string, Component>,
): Promise<Pick<Composition, 'parts' | 'problems'>> {
  const parts = new Map<string, Component>()
  const problems = new Map<string, ComponentProblem>()
  const broken = new Set<string>()
  const fail = (code: ComponentProblem['code'], component: string, message: string): false => {
    problems.set(`${code} ${component} ${message}`, { code, component, message })
    return false
  }
  const visit = async (wanted: ReturnType<typeof parseRequirement>, path: readonly string[]): Promise<boolean> => {
    const { name, range } = wanted
    const via = path.at(-1)
    const by = via === undefined ? '' : `, which ${via} requires,`
    const found = findComponent(components, name)
    if (found === undefined)
      return fail('COMPONENT_UNKNOWN', name, `there is no component ${name}${by.replace(/,$/, '')}`)
    const { id, version } = found
    if (range !== undefined) {
      const fits = await isInRange(version, range)
      const is = version === undefined ? 'has no version' : `is version ${version}`
      if (fits === undefined) return fail('COMPONENT_VERSION', id, `${range} is no range of versions of ${id}`)
      if (!fits) return fail('COMPONENT_VERSION', id, `${id}${by} ${is} and should be ${range}`)
    }
    if (path.includes(id)) {
      fail(
        'COMPONENT_CYCLE',
        id,
        `components require each other in a circle: ${[...path.slice(path.indexOf(id)), id].join(' → ')}`,
      )
      return true
    }
    if (parts.has(id) || broken.has(id)) return parts.has(id)
    if (path.length === deepest)
      return fail('COMPONENT_CYCLE', id, `more than ${deepest} components require each other`)
    let isWhole = true
    for (const one of found.requires.map(parseRequirement))
      if (one.kind === 'component' && !(await visit(one, [...path, id]))) isWhole = false
    if (isWhole) parts.set(id, { ...found, via })
    else broken.add(id)
    return isWhole || fail('COMPONENT_INCOMPLETE', id, `${id} lacks what it requires and is left out`)
  }
  for (const name of names) await visit(parseRequirement(name), [])
  return { parts: [...parts.values()], problems: [...problems.values()] }
}

/**
 * The component of an id, in any Unicode form and case.
 * @example findComponent(knownComponents(registry), 'Web_Fetcher')
 */
export function findComponent(components: ReadonlyMap<string, Component>, id: string): Component | undefined {
  return components.get(id) ?? [...components.values()].find((one) => foldedId(one.id) === foldedId(id))
}

/**
 * What a component can do; one that names no skills is a skill.
 * @example skillsOf(component).map(({ id }) => id)
 */
export function skillsOf({ id, name, description, skills }: Component): readonly AgentSkill[] {
  return skills.length > 0 ? skills : [{ id, name, description: description === '' ? name : description, tags: [id] }]
}

function withParts(entry: AgentEntry, parts: readonly Component[]): AgentEntry {
  const own = new Set(entry.skills.map(({ id }) => id))
  const added = new Map(parts.flatMap(skillsOf).map((skill) => [skill.id, skill]))
  const starts = parts.flatMap(({ kind, source }) => (kind === 'subagent' && source !== undefined ? [source] : []))
  // As assistants name them.
  const tools = parts.flatMap(({ kind, source }) =>
    kind === 'tool' ? [`${source}`] : kind === 'mcp' ? [`mcp__${source}`] : [],
  )
  const { writes, runtime, spawns = [] } = entry
  return {
    ...entry,
    skills: [...entry.skills, ...[...added.values()].filter(({ id }) => !own.has(id))],
    ...(starts.length === 0 ? {} : { spawns: [...new Set([...spawns, ...starts])] }),
    // Without `writes` an agent may write anywhere, and without `tools` it has all of them: nothing is to be added.
    ...(writes === undefined
      ? {}
      : { writes: [...new Set([...writes, ...parts.flatMap((part) => part.writes ?? [])])] }),
    ...(runtime?.['tools'] === undefined || tools.length === 0
      ? {}
      : { runtime: { ...runtime, tools: withTools(runtime['tools'], tools) } }),
  }
}

/** Assistants take a list of tools, or a text with commas. */
function withTools(own: unknown, tools: readonly string[]): unknown {
  if (Array.isArray(own)) return [...new Set([...own, ...tools])]
  return typeof own === 'string'
    ? [own, ...tools.filter((tool) => !own.split(/\s*,\s*/).includes(tool))].join(', ')
    : own
}

import { join, relative, sep } from 'node:path'
import { readTextFile, resolveInside } from '@datacortex/platform'
import type { PromptFields } from '@datacortex/importers'
import type { RegisteredAgent, Registry } from '@datacortex/registry'
import { type Finding, warningFinding } from '@datacortex/errors'
import type { DiscoveredModule } from './discovered-module.ts'
import { type ManifestAgents, type PromptReader, readManifestAgents } from '../contents/read-manifest-agents.ts'
import { readManifestComponents } from '../contents/read-manifest-components.ts'
import { type TextCache, openTextCache } from './text-cache.ts'

/** The agents of one module in the strict form, with prompts as paths: relative ones if inside of `root`. */
export async function moduleAgents(
  module: DiscoveredModule,
  { root, cache }: { readonly root: string; readonly cache?: TextCache<PromptFields> | undefined },
): Promise<{ readonly agents: readonly RegisteredAgent[]; readonly findings: readonly Finding[] }> {
  const { name, manifest } = module
  const prompts = modulePrompts(module, root)
  const read = await readManifestAgents(manifest, { ...prompts, cache })
  const agents = Object.entries(read.agents).map(([id, entry]): RegisteredAgent => ({
    id,
    entry,
    module: name,
    unread: read.unread.get(id),
    ...(module.origin === 'bundled' ? { isBuiltin: true } : {}),
  }))
  return { agents, findings: findingsOf(name, read) }
}

function modulePrompts({ directory }: DiscoveredModule, root: string): PromptReader {
  return {
    prefix: sourcePrefix(directory, root),
    async read(path) {
      const read = await readTextFile(await resolveInside(directory, path))
      return read.ok ? read.text : undefined
    },
  }
}

/**
 * A registry with the agents of modules of the program and of npm, and the components of all modules; where an id is
 * taken, a finding says so.
 */
export async function withModules(
  registry: Registry,
  modules: readonly DiscoveredModule[],
  { root }: { readonly root: string },
): Promise<Registry> {
  const agents = new Map(registry.agents)
  const known = new Map(registry.modules)
  const components = new Map(registry.components)
  const findings: Finding[] = [...registry.findings]
  const cache = await openTextCache<PromptFields>('prompts', { version: 1 })
  for (const module of modules) {
    const brought = await readManifestComponents(module.manifest, modulePrompts(module, root))
    findings.push(...findingsOf(module.name, brought))
    for (const component of brought.components) {
      const { id } = component
      const owner = components.get(id)
      if (owner === undefined) components.set(id, component)
      else findings.push(shadowed(module, { id, what: 'component', owner: owner.module }))
    }
    if (module.origin === 'installed') continue
    const own = await moduleAgents(module, { root, cache: module.origin === 'bundled' ? cache : undefined })
    findings.push(...own.findings)
    const taken = own.agents.filter(({ id }) => agents.has(id))
    findings.push(...taken.map(({ id }) => shadowed(module, { id, what: 'agent', owner: agents.get(id)?.module })))
    for (const agent of own.agents) if (!taken.includes(agent)) agents.set(agent.id, agent)
    if (own.agents.length > 0)
      known.set(module.name, { sourceModule: module.name, agentIds: own.agents.map(({ id }) => id) })
  }
  await cache.save()
  return { ...registry, agents, modules: known, components, findings }
}

/** The text before a prompt's path: relative inside the space, absolute outside of it. */
function sourcePrefix(directory: string, root: string): string {
  const inside = relative(root, directory)
  const isOutside = inside.startsWith('..') || join(root, inside) !== directory
  return `${(isOutside ? directory : inside).split(sep).join('/')}/`
}

function findingsOf(module: string, { problems, warnings }: Pick<ManifestAgents, 'problems' | 'warnings'>) {
  const finding = (severity: Finding['severity'], message: string): Finding => {
    return { code: 'MODULE_AGENT_INVALID', severity, subject: module, message: `In the module ${module}: ${message}.` }
  }
  return [...problems.map((text) => finding('error', text)), ...warnings.map((text) => finding('warning', text))]
}

function shadowed(
  module: DiscoveredModule,
  { id, what, owner }: { id: string; what: string; owner: string | undefined },
): Finding {
  const holder = owner === undefined ? 'this space' : `the module ${owner}`
  return warningFinding('MODULE_AGENT_SHADOWED', id, {
    message: `The ${what} ${id} of the module ${module.name} is left out: ${holder} has one of that id.`,
    hint: 'Rename one of them if both are wanted.',
  })
}

import { readAgentBody } from '@datacortex/importers'
import { type SpacePaths, sha256 } from '@datacortex/platform'
import { type AgentEntry, type Component, type Composition, type RegisteredAgent, skillsOf } from '@datacortex/registry'

/** What an agent is told by a component, the hash of that and its fields, and why its description stands for its text. */
type ComponentText = {
  readonly component: Component
  readonly text: string
  readonly hash: string
  readonly problem: string | undefined
}

/**
 * Reads what components say: their texts, or a line on what each brings.
 * @example (await componentTexts(paths, agent.composition?.parts ?? [])).map(({ hash }) => hash)
 */
export async function componentTexts(
  paths: SpacePaths,
  components: readonly Component[],
): Promise<readonly ComponentText[]> {
  return await Promise.all(
    components.map(async (component) => {
      const { description, version, kind, source, requires, writes } = component
      const body = kind === 'prompt' ? await bodyOf(paths, component) : { text: lineOf(component) }
      const text = 'text' in body ? body.text : lineOf(component)
      const problem = 'text' in body ? undefined : `${body.reason}; its description stands for its text`
      const facts = [description, version, kind, source, skillsOf(component), requires, writes, text]
      return { component, text, hash: sha256(JSON.stringify(facts)), problem }
    }),
  )
}

async function bodyOf(paths: SpacePaths, { source, sha256: brought, prompt }: Component) {
  return source === undefined ? { text: prompt ?? '' } : await readAgentBody(paths, { source, sha256: brought })
}

function lineOf({ name, description, kind, source = '' }: Component): string {
  const about = description === '' ? name : `${name}: ${description}`
  if (kind === 'subagent') return `${about}\nHand such work to the agent ${source}.`
  if (kind === 'tool') return `${about}\nThe tool for it is ${source}.`
  return kind === 'mcp' ? `${about}\nThe tools for it are those of the MCP server ${source}.` : about
}

/** What an agent is given of its components, behind its prompt, and which of them it lacks. */
export async function componentContext(paths: SpacePaths, { id, composition }: RegisteredAgent) {
  const { parts = [], problems = [] } = composition ?? {}
  const texts = await componentTexts(paths, parts)
  const originOf = ({ id: component, kind, source }: Component): string =>
    kind === 'prompt' && source !== undefined ? source : `component ${component}`
  return {
    always: texts.map(({ component, text, hash }) => ({
      kind: 'component' as const,
      origin: originOf(component),
      text,
      provenance: { sha256: hash, because: `it is the component ${versioned(component)} of ${id}` },
    })),
    hashes: componentHashes(texts),
    leftOut: [
      ...problems.map(({ component, message }) => ({ origin: `component ${component}`, reason: message })),
      ...texts.flatMap(({ component, problem: reason }) =>
        reason === undefined ? [] : [{ origin: originOf(component), reason }],
      ),
    ],
  }
}

/** Each as `NAME@VERSION:HASH`, as the history of versions has them. */
export function componentHashes(texts: readonly ComponentText[]): readonly string[] {
  return texts.map(({ component, hash }) => `${versioned(component)}:${hash}`)
}

function versioned({ id, version }: Component): string {
  return version === undefined ? id : `${id}@${version}`
}

/** Tells versions of an agent apart: a hash of its prompt, of what people wrote in its entry, and of its components. */
export function agentHash(
  agent: Versioned,
  { prompt, components }: { readonly prompt: string; readonly components: readonly string[] },
): string {
  return sha256(JSON.stringify([ownPart(agent), prompt, ...(components.length === 0 ? [] : [components])]))
}

type Versioned = { readonly entry: AgentEntry; readonly composition?: Composition | undefined }

/** What people wrote in an entry, in the order of its keys. */
export function ownPart({ entry, composition }: Versioned): unknown {
  const { performance: _performance, erc8004: _erc8004, sha256: _sha256, ...own } = composition?.own ?? entry
  return sorted(own)
}

/** The order of keys in a file means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]))
}

import type { RegisteredAgent } from '@datacortex/registry'
import { shownAgent } from '../published/shown-agent.ts'
import type { Work } from '../work.ts'

/**
 * Whether somebody asks who may know of agents and not read what lies in the space: such a caller is shown what is
 * published of them, and neither prompts, nor confirmed tasks, nor where files lie.
 *
 * @param work - Of the operation.
 */
export function isForStranger({ caller }: Pick<Work, 'caller'>): boolean {
  return caller.kind === 'client' && !caller.rights.includes('read')
}

/** What published texts are found by; the others are replaced. */
const publishedKinds: ReadonlySet<string> = new Set(['description', 'skill', 'example', 'id', 'former id'])

/**
 * The text by which an agent was found, as a stranger is shown it: the description in place of a prompt or a task that
 * somebody gave.
 *
 * @param found - Text and kind.
 * @param agent - The same agent, if it is in the registry.
 */
export function matchForStranger<Found extends { readonly matched: string; readonly matched_kind: string }>(
  found: Found,
  agent: RegisteredAgent | undefined,
): Found & { readonly explain?: undefined } {
  const shown = { ...found, explain: undefined }
  if (publishedKinds.has(found.matched_kind) || agent === undefined) return shown
  return { ...shown, matched: shownAgent(agent).entry.description, matched_kind: 'description' }
}

/**
 * An entry as strangers are shown it: what its card says.
 *
 * @param agent - Of the registry.
 */
export function entryForStranger(agent: RegisteredAgent): RegisteredAgent['entry'] {
  const { name, description, version, skills, triggers, deprecated } = shownAgent(agent).entry
  const examples = triggers?.examples
  return {
    name,
    description,
    skills,
    ...(version === undefined ? {} : { version }),
    ...(examples === undefined ? {} : { triggers: { examples } }),
    ...(deprecated === undefined ? {} : { deprecated }),
  }
}

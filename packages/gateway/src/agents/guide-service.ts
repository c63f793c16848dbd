import { CodedError, codedError } from '@datacortex/errors'
import { recordOf } from '@datacortex/platform'
import type { FoundAgent, OutputOf, RegisteredAgent, Space } from '@datacortex/space'
import { type Published, shownMatch } from '@datacortex/space/published'
import { scoreText } from '@datacortex/wording'
import { findFitting } from '../search/find-fitting.ts'
import { mostQueryCharacters } from '../search/search-request.ts'
import type { AgentService, TaskOutcome } from './agent-service.ts'

export type GuideOptions = {
  readonly space: Pick<Space, 'find' | 'route'>
  readonly published: () => Promise<Published>
  /** Base address, with a slash at its end. */
  readonly base: string
}

/** The coded agent that finds and describes agents. It runs none, and needs no runner, no key and no language model. */
export function guideService({ space, published, base }: GuideOptions): AgentService {
  return {
    execute: async ({ text, data, skill }, { signal }) => {
      const documents = await published()
      const asked = askedAgent(text, data)
      const agent = asked === undefined ? undefined : documents.agentOf(asked)
      if (agent !== undefined) return described(agent, base)
      if (skill === 'describe-agent')
        return {
          state: 'TASK_STATE_REJECTED',
          parts: [],
          message: `There is no agent ${JSON.stringify(asked ?? text)}.${meant(documents.nearest(asked ?? ''))}`,
        }
      return await found(queryOf(text, data), { space, agents: documents.agents, base, signal })
    },
  }
}

function askedAgent(text: string, data: readonly unknown[]): string | undefined {
  return (
    memberOf(data, 'agent') ??
    /^(?:(?:describe|show|what (?:is|does))\s+)?([a-z0-9][\w.-]*)(?:\s+do)?[?.!]?$/i.exec(text.trim())?.[1]
  )
}

function meant(near: readonly string[]): string {
  return near.length === 0 ? ' Find one first.' : ` Did you mean ${near.join(', ')}?`
}

function queryOf(text: string, data: readonly unknown[]): string {
  const query = memberOf(data, 'query') ?? text
  // A message may be far longer than what a search looks at, and would keep everybody else waiting.
  return query.trim().slice(0, mostQueryCharacters)
}

function memberOf(data: readonly unknown[], name: string): string | undefined {
  const members = data.map((value) => recordOf(value)[name])
  return members.find((member): member is string => typeof member === 'string' && member.trim() !== '')
}

function described({ id, entry }: RegisteredAgent, base: string): TaskOutcome {
  const card = cardUrl(id, base)
  const skills = entry.skills.map(({ name, description }) => `- **${name}**: ${description}`)
  const examples = [
    ...new Set([...entry.skills.flatMap((one) => one.examples ?? []), ...(entry.triggers?.examples ?? [])]),
  ]
  const lines = [
    `# ${entry.name}`,
    '',
    entry.description,
    ...(skills.length > 0 ? ['', '## Skills', '', ...skills] : []),
    ...(examples.length > 0 ? ['', '## Examples', '', ...examples.slice(0, 10).map((example) => `- ${example}`)] : []),
    '',
    `Card: ${card}`,
  ]
  const { name, description } = entry
  return answered(lines, { agent: { id, name, description, skills: entry.skills, card } })
}

function cardUrl(id: string, base: string): string {
  return `${base}agents/${id}/.well-known/agent-card.json`
}

type Search = Pick<GuideOptions, 'space' | 'base'> & Pick<Published, 'agents'> & { readonly signal: AbortSignal }

async function found(query: string, { space, agents, base, signal }: Search): Promise<TaskOutcome> {
  const fits = ({ id }: Pick<FoundAgent, 'id'>): boolean => agents.has(id)
  const [known, answer] = await Promise.all([
    findFitting(query, { space, fits, count: 5, top: 5, signal }),
    Promise.resolve(space.route({ task: query }, { signal })).catch(codedError),
  ])
  // Tags can lead to an agent that is gone; what was found is worth telling all the same.
  const routed = CodedError.is(answer) ? undefined : answer
  const agent = routed !== undefined && routed.agent !== null && agents.has(routed.agent) ? routed.agent : undefined
  const rows = known.flatMap((one) => {
    const { id, score } = one
    const of = agents.get(id)
    return of === undefined
      ? []
      : [{ id, name: of.entry.name, score, matched: shownMatch(one, of), card: cardUrl(id, base) }]
  })
  if (rows.length === 0 && agent === undefined)
    return answered(['No agent of this space fits that.'], { query, route: null, results: [] })
  const lines = rows.map(({ id, name, score, matched, card }) => {
    return `- **${name}** (\`${id}\`, ${scoreText(score)}): ${matched.replace(/\s+/g, ' ').slice(0, 200)}\n  ${card}`
  })
  const choice = agent === undefined ? [] : [`This would go to \`${agent}\` (${decidedBy(routed)}).`, '']
  const route = agent === undefined ? null : { agent, via: routed?.via, rule: routed?.rule.kind, score: routed?.score }
  return answered([...choice, ...lines], { query, route, results: rows })
}

/** As the router knows it: what was confirmed before, and a name, are counted as `semantic`. */
function decidedBy(routed: OutputOf<'route'> | undefined): string {
  const kind = routed?.rule.kind ?? 'none'
  return kind === 'confirmed' ? 'confirmed for this task before' : `by ${kind}`
}

function answered(lines: readonly string[], data: unknown): TaskOutcome {
  const text = { text: lines.join('\n'), mediaType: 'text/markdown' }
  return { state: 'TASK_STATE_COMPLETED', parts: [text, { data, mediaType: 'application/json' }] }
}

import { CodedError, codedError } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import type { FoundAgent, OutputOf, RegisteredAgent } from '@datacortex/space'
import { shownMatch } from '@datacortex/space/published'
import { scoreText } from '@datacortex/wording'
import { mostQueryCharacters } from '../search/search-request.ts'
import type { AgentService, TaskOutcome } from './agent-service.ts'

type RouteAnswer = OutputOf<'route'>

/** What the guide asks of its space. */
export type GuideHost = {
  /** Agents that are published, by id. */
  readonly agents: () => Promise<ReadonlyMap<string, RegisteredAgent>>
  /** Id of the one that a name leads to, which may be a former id. */
  readonly idOf: (name: string) => Promise<string | undefined>
  /** The best agents of those that fit. */
  readonly find: (
    query: string,
    options: { readonly fits: (agent: Pick<FoundAgent, 'id'>) => boolean; readonly signal: AbortSignal },
  ) => Promise<readonly FoundAgent[]>
  readonly route: (task: string, signal: AbortSignal) => Promise<RouteAnswer>
  /** Ids that are nearest to a name that none has. */
  readonly nearest: (name: string) => Promise<readonly string[]>
  /** Address of an agent's card. */
  readonly cardUrl: (id: string) => string
}

/** The coded agent that finds and describes agents. It runs none, and needs no runner, no key and no language model. */
export function guideService(host: GuideHost): AgentService {
  return {
    execute: async ({ text, data, skill }, { signal }) => {
      const agents = await host.agents()
      const asked = askedAgent(text, data)
      const agent = asked === undefined ? undefined : agents.get((await host.idOf(asked)) ?? asked)
      if (agent !== undefined) return described(agent, host)
      if (skill === 'describe-agent')
        return {
          state: 'TASK_STATE_REJECTED',
          parts: [],
          message: `There is no agent ${JSON.stringify(asked ?? text)}.${meant(await host.nearest(asked ?? ''))}`,
        }
      return await found(queryOf(text, data), { host, agents, signal })
    },
  }
}

function askedAgent(text: string, data: readonly unknown[]): string | undefined {
  const named = data.map((value) => memberOf(value, 'agent')).find((id) => id !== undefined)
  return (
    named ?? /^(?:(?:describe|show|what (?:is|does))\s+)?([a-z0-9][\w.-]*)(?:\s+do)?[?.!]?$/i.exec(text.trim())?.[1]
  )
}

function meant(near: readonly string[]): string {
  return near.length === 0 ? ' Find one first.' : ` Did you mean ${near.join(', ')}?`
}

function queryOf(text: string, data: readonly unknown[]): string {
  const query = data.map((value) => memberOf(value, 'query')).find((named) => named !== undefined) ?? text
  // A message may be far longer than what a search looks at, and would keep everybody else waiting.
  return query.trim().slice(0, mostQueryCharacters)
}

function memberOf(value: unknown, name: string): string | undefined {
  const member = isRecord(value) ? value[name] : undefined
  return typeof member === 'string' && member.trim() !== '' ? member : undefined
}

function described({ id, entry }: RegisteredAgent, { cardUrl }: GuideHost): TaskOutcome {
  const card = cardUrl(id)
  const skills = entry.skills.map(({ name, description }) => `- **${name}**: ${description}`)
  const examples = [
    ...new Set([...entry.skills.flatMap((one) => one.examples ?? []), ...(entry.triggers?.examples ?? [])]),
  ]
  const lines = [
    `# ${entry.name}`,
    '',
    entry.description,
    ...(skills.length > 0 ? ['', '## Skills', '', ...skills] : []),
    ...(examples.length > 0 ? ['', '## Asked for', '', ...examples.slice(0, 10).map((example) => `- ${example}`)] : []),
    '',
    `Card: ${card}`,
  ]
  const { name, description } = entry
  return answered(lines, { agent: { id, name, description, skills: entry.skills, card } })
}

type Search = {
  readonly host: GuideHost
  readonly agents: ReadonlyMap<string, RegisteredAgent>
  readonly signal: AbortSignal
}

async function found(query: string, { host, agents, signal }: Search): Promise<TaskOutcome> {
  const fits = ({ id }: Pick<FoundAgent, 'id'>): boolean => agents.has(id)
  const [known, answer] = await Promise.all([
    host.find(query, { fits, signal }),
    host.route(query, signal).catch(codedError),
  ])
  // Tags can lead to an agent that is gone; what was found is worth telling all the same.
  const routed = CodedError.is(answer) ? undefined : answer
  const agent = routed !== undefined && routed.agent !== null && agents.has(routed.agent) ? routed.agent : undefined
  const rows = known.flatMap((one) => {
    const { id, score } = one
    const of = agents.get(id)
    return of === undefined
      ? []
      : [{ id, name: of.entry.name, score, matched: shownMatch(one, of), card: host.cardUrl(id) }]
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
function decidedBy(routed: RouteAnswer | undefined): string {
  const kind = routed?.rule.kind ?? 'none'
  return kind === 'confirmed' ? 'confirmed for this task before' : `by ${kind}`
}

function answered(lines: readonly string[], data: unknown): TaskOutcome {
  const text = { text: lines.join('\n'), mediaType: 'text/markdown' }
  return { state: 'TASK_STATE_COMPLETED', parts: [text, { data, mediaType: 'application/json' }] }
}

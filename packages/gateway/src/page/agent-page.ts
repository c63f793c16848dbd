import type { RegisteredAgent } from '@datacortex/space'
import type { AgentRelations, ChainIdentity } from '@datacortex/space/published'
import { html } from 'hono/html'
import { type AgentCalls, agentCalls } from './agent-calls.ts'
import { type Piece, pageFrame } from './page-frame.ts'

export type AgentPageOptions = AgentCalls & {
  readonly relations: AgentRelations
  readonly identities: readonly ChainIdentity[]
}

/** One agent as a page for people: what it does, what it is asked for, how to call it, and whom it works with. */
export async function agentPage(options: AgentPageOptions): Promise<string> {
  const { agent, relations, identities } = options
  const { id, entry, module } = agent
  const facts = [
    ...(entry.name === id ? [] : [html`<code>${id}</code>`]),
    ...(entry.version === undefined ? [] : [html`version ${entry.version}`]),
    ...(module === undefined ? [] : [html`of the module ${module}`]),
    html`<a href="#call">how to call it</a>`,
  ]
  const main = html`<h1 dir="auto">${entry.name}</h1>
    <p class="soft">${facts.map((fact, at) => (at === 0 ? fact : html` · ${fact}`))}</p>
    <p dir="auto" class="lines">${entry.description}</p>
    ${examplesOf(agent)} ${skillsOf(agent)} ${agentCalls(options)} ${relationsOf(relations)} ${identitiesOf(identities)}`
  return await pageFrame({ title: entry.name, home: '../../', main })
}

function examplesOf({ entry }: RegisteredAgent): Piece | '' {
  const ofSkills = new Set(entry.skills.flatMap((skill) => skill.examples ?? []))
  const examples = (entry.triggers?.examples ?? []).filter((example) => !ofSkills.has(example))
  if (examples.length === 0) return ''
  return html`<h2>Examples</h2>
    ${listed(examples)}`
}

function skillsOf({ id, entry }: RegisteredAgent): Piece | '' {
  const rows = entry.skills.flatMap((skill) => {
    // The skill of an imported agent says of it what is said already.
    const name = skill.name === entry.name || skill.name === id ? '' : skill.name
    const description = skill.description === entry.description ? '' : skill.description
    const { tags, examples = [] } = skill
    const isBare = name + description === '' && tags.length + examples.length === 0
    return isBare ? [] : [skillRow({ ...skill, name, description })]
  })
  if (rows.length === 0) return ''
  return html`<h2>Skills</h2>
    <ul class="rows" role="list">
      ${rows}
    </ul>`
}

function skillRow({ name, description, tags, examples = [] }: RegisteredAgent['entry']['skills'][number]): Piece {
  return html`<li>
    ${name === '' ? '' : html`<h3 dir="auto">${name}</h3>`}
    ${description === '' ? '' : html`<p dir="auto" class="lines">${description}</p>`}
    ${examples.length === 0 ? '' : listed(examples)}
    ${tags.length === 0 ? '' : html`<p>${tags.map((tag) => html`<span class="tag" dir="auto">${tag}</span>`)}</p>`}
  </li>`
}

function listed(texts: readonly string[]): Piece {
  const shown = texts.slice(0, mostExamples).map((text) => html`<li>${text}</li>`)
  const more = texts.length - shown.length
  // By the list and not by each of its items: the marks stand on the side where the texts begin.
  return html`<ul dir="auto">
    ${shown}${more === 0 ? '' : html`<li class="soft">and ${more} more in its card</li>`}
  </ul>`
}

const mostExamples = 20

function relationsOf({ givesTo, takesFrom }: AgentRelations): Piece | '' {
  if (givesTo.length === 0 && takesFrom.length === 0) return ''
  return html`<h2>Works with</h2>
    <dl>${relation('Gives work to', givesTo)} ${relation('Gets work from', takesFrom)}</dl>`
}

function relation(what: string, agents: readonly RegisteredAgent[]): Piece | '' {
  if (agents.length === 0) return ''
  const links = agents.map(({ id, entry }) => html`<dd dir="auto"><a href="../${id}/">${entry.name}</a></dd>`)
  return html`<dt>${what}</dt>
    ${links}`
}

function identitiesOf(identities: readonly ChainIdentity[]): Piece | '' {
  if (identities.length === 0) return ''
  const rows = identities.map(({ agentId, agentRegistry, network }) => {
    const [, chain = '', registry = agentRegistry] = agentRegistry.split(':')
    return html`<dt>Agent ${agentId} on ${network}</dt>
      <dd>Registry <code class="copy">${registry}</code>, chain id ${chain}</dd>`
  })
  return html`<h2>Identity on chain (ERC-8004)</h2>
    <dl>${rows}</dl>`
}

import type { FoundAgent, RegisteredAgent } from '@datacortex/space'
import { html } from 'hono/html'
import { shownMatch } from '@datacortex/space/published'
import { type Piece, needsToken, pageFrame } from './page-frame.ts'
import { scoreText } from '@datacortex/wording'

export type AgentsPageOptions = {
  readonly agents: ReadonlyMap<string, RegisteredAgent>
  readonly search?: { readonly query: string; readonly found: readonly FoundAgent[] } | undefined
  /** Which part of the list; the first one is 1. One that is not there is the nearest that is. */
  readonly page?: number | undefined
  /** Whether callers need a token, which a form of a browser can't give. */
  readonly secured: boolean
  readonly base: string
}

/** A list of thousands is no help to a reader, and takes a server longer than everything else it is asked for. */
const mostOfPage = 100

/** The agents of a space as a page for people: a list, a search, and where programs find the same. */
export async function agentsPage(options: AgentsPageOptions): Promise<string> {
  const { agents, search, secured } = options
  const title = search === undefined ? 'Agents' : `Agents for “${search.query}”`
  const shown = search === undefined ? listOf(options) : foundOf(search, agents)
  const main = html`<h1 dir="auto" class="cut">${title}</h1>
    ${secured ? html`<p>${needsToken}</p>` : ''} ${shown} ${forPrograms(options)}`
  return await pageFrame({ title, home: './', query: secured ? undefined : (search?.query ?? ''), main })
}

function listOf({ agents, page: wanted = 1 }: AgentsPageOptions): Piece {
  if (agents.size === 0)
    return html`<p>
      No agent is published here yet. Anyone who keeps this space adds some with <code>datacortex import</code>.
    </p>`
  const last = Math.ceil(agents.size / mostOfPage)
  const page = Math.min(Math.max(wanted, 1), last)
  const from = (page - 1) * mostOfPage
  const rows = agents
    .values()
    .drop(from)
    .take(mostOfPage)
    .map((agent) => row(agent))
    .toArray()
  const place = last === 1 ? '' : `${numberOf(from + 1)}–${numberOf(from + rows.length)} of `
  return html`<p class="soft">${place}${countOf(agents.size)}</p>
    <ul class="rows" role="list">
      ${rows}
    </ul>
    ${last === 1 ? '' : pages(page, last)}`
}

function pages(page: number, last: number): Piece {
  return html`<nav class="pages" aria-label="Pages">
    ${page === 1 ? html`<span></span>` : html`<a rel="prev" href="./?page=${page - 1}">← Page ${page - 1}</a>`}
    <span class="soft">Page ${page} of ${last}</span>
    ${page === last ? html`<span></span>` : html`<a rel="next" href="./?page=${page + 1}">Page ${page + 1} →</a>`}
  </nav>`
}

function foundOf({ found }: NonNullable<AgentsPageOptions['search']>, agents: AgentsPageOptions['agents']): Piece {
  const rows = found.flatMap((one) => {
    const agent = agents.get(one.id)
    return agent === undefined ? [] : [row(agent, one)]
  })
  if (rows.length === 0)
    return html`<p role="status">No agent fits that.</p>
      <p>Say it in other words, with what is to be done and to what, or look at <a href="./">all agents</a>.</p>`
  return html`<p class="soft" role="status">${countOf(rows.length)}, best first</p>
    <ol class="rows" role="list">
      ${rows}
    </ol>`
}

function row(agent: RegisteredAgent, found?: FoundAgent): Piece {
  const { id, entry } = agent
  const skills = entry.skills.map(({ name }) => name).filter((name) => name !== entry.name && name !== id)
  const match = found === undefined ? '' : shownMatch(found, agent)
  // What stands there anyway need not be said twice.
  const isNew = ![id, entry.name, ...skills].includes(match) && !entry.description.includes(match)
  return html`<li>
    <h2 dir="auto"><a href="agents/${id}/">${entry.name}</a>${entry.name === id ? '' : html` <code>${id}</code>`}</h2>
    <p dir="auto" class="cut">${entry.description}</p>
    ${skills.length === 0 ? '' : html`<p class="soft cut" dir="auto">${skills.join(' · ')}</p>`}
    ${
      found === undefined
        ? ''
        : html`<p class="soft" dir="auto">Fits ${scoreText(found.score)}${isNew ? html`: ${match}` : ''}</p>`
    }
  </li>`
}

function forPrograms({ base, secured }: AgentsPageOptions): Piece {
  return html`<details>
    <summary>Use these agents from a program</summary>
    <dl>
      <dt>MCP, for an assistant</dt>
      <dd><code class="copy">${base}mcp</code></dd>
      <dt>A2A card of the guide, which finds the agent for a task</dt>
      <dd><code class="copy">${base}.well-known/agent-card.json</code></dd>
      <dt>AI Catalog, with the card of each agent</dt>
      <dd><code class="copy">${base}.well-known/ai-catalog.json</code></dd>
    </dl>
    ${secured ? html`<p>Each call needs <code>Authorization: Bearer</code> with a token of this server.</p>` : ''}
  </details>`
}

function countOf(count: number): string {
  return `${numberOf(count)} ${count === 1 ? 'agent' : 'agents'}`
}

function numberOf(count: number): string {
  return count.toLocaleString('en')
}

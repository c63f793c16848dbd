import type { RegisteredAgent } from '@datacortex/space'
import { html } from 'hono/html'
import { type Piece, needsToken, pageFrame } from './page-frame.ts'

export type AgentsPageOptions = {
  readonly agents: ReadonlyMap<string, RegisteredAgent>
  /** Which part of the list; the first one is 1. One that is not there is the nearest that is. */
  readonly page?: number | undefined
  /** Whether callers need a token, which a form of a browser can't give. */
  readonly secured: boolean
  readonly base: string
}

/** A list of thousands is no help to a reader, and takes a server longer than everything else it is asked for. */
const mostOfPage = 100

/** The agents of a space as a page for people: a list, and where programs find the same. */
export async function agentsPage(options: AgentsPageOptions): Promise<string> {
  const main = html`<h1>Agents</h1>
    ${options.secured ? html`<p>${needsToken}</p>` : ''} ${listOf(options)} ${forPrograms(options)}`
  return await pageFrame({ title: 'Agents', home: './', main })
}

function listOf({ agents, page: wanted = 1 }: AgentsPageOptions): Piece {
  if (agents.size === 0)
    return html`<p>
      No agent is published here yet. Anyone who keeps this space adds some with <code>datacortex import</code>.
    </p>`
  const last = Math.ceil(agents.size / mostOfPage)
  const page = Math.min(Math.max(wanted, 1), last)
  const from = (page - 1) * mostOfPage
  const rows = [...agents.values().drop(from).take(mostOfPage)].map((agent) => row(agent))
  const place = last === 1 ? '' : `${numberOf(from + 1)}–${numberOf(from + rows.length)} of `
  return html`<p class="soft">${place}${numberOf(agents.size)} ${agents.size === 1 ? 'agent' : 'agents'}</p>
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

function row({ id, entry }: RegisteredAgent): Piece {
  const skills = entry.skills.map(({ name }) => name).filter((name) => name !== entry.name && name !== id)
  return html`<li>
    <h2 dir="auto"><a href="agents/${id}/">${entry.name}</a>${entry.name === id ? '' : html` <code>${id}</code>`}</h2>
    <p dir="auto" class="cut">${entry.description}</p>
    ${skills.length === 0 ? '' : html`<p class="soft cut" dir="auto">${skills.join(' · ')}</p>`}
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

function numberOf(count: number): string {
  return count.toLocaleString('en')
}

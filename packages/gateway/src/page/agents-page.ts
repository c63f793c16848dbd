import { createHash } from 'node:crypto'
import type { FoundAgent, RegisteredAgent } from '@datacortex/registry'
import { html, raw } from 'hono/html'
import { shownMatch } from '../published/shown-agent.ts'

/** What the page shows. */
export type AgentsPageOptions = {
  /** Agents that are published, by id. */
  readonly agents: ReadonlyMap<string, RegisteredAgent>
  /** What was searched for, and the best agents for it. */
  readonly search?: { readonly query: string; readonly found: readonly FoundAgent[] } | undefined
  /** Whether callers need a token, which a form of a browser can't give. */
  readonly secured: boolean
}

/**
 * The agents of a space as a page for people: a list, a search, and where programs find the same. It has no scripts.
 *
 * @param options - Agents; a search, if there was one.
 * @returns HTML. Everything that comes from entries and queries is escaped.
 */
export async function agentsPage({ agents, search, secured }: AgentsPageOptions): Promise<string> {
  const found = search?.found.flatMap((one) => {
    const agent = agents.get(one.id)
    return agent === undefined ? [] : [{ agent, why: `${one.score.toFixed(2)} · ${shownMatch(one, agent)}` }]
  })
  const all = [...agents.values()].map((agent) => ({ agent, why: undefined }))
  const rows = found ?? all
  const title = search === undefined ? 'Agents' : `Agents for “${search.query}”`
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · datacortex</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <h1 dir="auto">${title}</h1>
          ${secured ? html`<p>${needsToken}</p>` : searchForm(search?.query ?? '')}
        </header>
        <main>
          ${rows.length === 0 ? html`<p>${search === undefined ? 'No agent is published here yet.' : 'No agent fits that.'}</p>` : ''}
          ${rows.map(({ agent, why }) => row(agent, why))}
        </main>
        <footer>
          <a href=".">All agents</a> · <a href=".well-known/ai-catalog.json">AI Catalog</a> ·
          <a href=".well-known/agent-card.json">A2A card of the guide</a> · MCP at <code>mcp</code>
        </footer>
      </body>
    </html> `
  return String(page)
}

function searchForm(query: string) {
  return html`<form action="find">
    <input type="search" name="q" dir="auto" value="${query}" placeholder="What is to be done?" required />
    <button>Find</button>
  </form>`
}

const needsToken =
  'To search these agents, or to run one, takes the bearer token of this server, so it is for programs.'

function row({ id, entry }: RegisteredAgent, why: string | undefined) {
  const skills = entry.skills.map(({ name }) => name).slice(0, 8)
  const card = `agents/${encodeURIComponent(id)}/.well-known/agent-card.json`
  return html`<article>
    <h2 dir="auto"><a href="${card}">${entry.name}</a> <code>${id}</code></h2>
    ${why === undefined ? '' : html`<p class="why" dir="auto">${why}</p>`}
    <p dir="auto">${entry.description}</p>
    ${skills.length === 0 ? '' : html`<p class="skills" dir="auto">${skills.join(' · ')}</p>`}
  </article>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}form{display:flex;gap:.5rem}input{flex:1;min-width:0;font:inherit;padding:.4rem}button{font:inherit}article{border-top:1px solid #8884;padding:.5rem 0}h2{font-size:1.1rem;margin:.3rem 0}p{margin:.3rem 0}.why,.skills,footer{opacity:.7;font-size:.9rem}footer{border-top:1px solid #8884;padding:1rem 0}`

/** Lets the page do nothing but show itself and send its form. */
export const pagePolicy: string = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

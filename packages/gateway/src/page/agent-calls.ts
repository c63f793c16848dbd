import type { RegisteredAgent } from '@datacortex/space'
import { html } from 'hono/html'
import type { Piece } from './page-frame.ts'

export type AgentCalls = { readonly agent: RegisteredAgent; readonly base: string; readonly secured: boolean }

/** How programs call an agent, with addresses to copy. */
export function agentCalls({ agent, base, secured }: AgentCalls): Piece {
  const { id, entry } = agent
  const place = `${base}agents/${id}`
  const callers = entry.can_be_called_by ?? []
  return html`<h2 id="call">Call it</h2>
    ${
      callers.length === 0 || callers.includes('user')
        ? ''
        : html`<p>It takes no task from outside: only from ${callers.join(', ')}.</p>`
    }
    <dl>
      <dt>A2A card</dt>
      <dd>
        <code class="copy">${place}/.well-known/agent-card.json</code> (<a href=".well-known/agent-card.json">open</a>)
      </dd>
      <dt>A2A endpoint: JSON-RPC here, REST below it</dt>
      <dd><code class="copy">${place}/a2a</code></dd>
      <dt>MCP: the tool <code>run_agent</code> with <code>"agent": "${id}"</code></dt>
      <dd><code class="copy">${base}mcp</code></dd>
      <dt>ERC-8004 registration file</dt>
      <dd><code class="copy">${place}/agent-registration.json</code> (<a href="agent-registration.json">open</a>)</dd>
    </dl>
    <p>From a shell:</p>
    <pre tabindex="0" aria-label="Example of a call"><code>${shellCall(`${place}/a2a`, secured)}</code></pre>`
}

/** Nothing of an entry but its id, which has no characters that a shell minds: people paste this. */
function shellCall(endpoint: string, secured: boolean): string {
  const message = { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'What is to be done' }] }
  const token = secured ? ` -H "Authorization: Bearer $TOKEN"` : ''
  return `curl '${endpoint.replaceAll("'", '%27')}/message:send' \\
  -H 'A2A-Version: 1.0' -H 'Content-Type: application/json'${token} \\
  -d '${JSON.stringify({ message })}'`
}

import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { agentFactsTexts as said } from '../texts/agent-facts.ts'

export function AgentIdentity({ agent }: { readonly agent: OutputOf<'agents.show'> }): ReactNode {
  const origin = recordOf(agent['x-origin'])
  const { erc8004 } = agent
  const facts = [
    [said.origin, textOf(origin['id'])],
    [said.author, textOf(origin['author'])],
    [said.nostr, textOf(agent['x-nostr'])],
    [said.wallet, textOf(erc8004?.wallet)],
    ...(erc8004?.chainRegistrations ?? []).map(
      (one) => [said.chain, `${one.chainId}:${one.identityRegistry} #${String(one.agentId)}`] as const,
    ),
  ] as const
  const known = facts.filter(([, value]) => value !== undefined)
  return (
    <section>
      <h2>{said.identity}</h2>
      {known.length === 0 && <p className="soft">{said.noIdentity}</p>}
      <dl>
        {known.map(([name, value]) => (
          <div key={`${name} ${value ?? ''}`}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

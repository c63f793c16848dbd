import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { Facts } from '../frame/facts.tsx'
import { agentsTexts as said } from '../texts/agents.ts'
import { Section } from '../frame/pieces.tsx'

export function AgentIdentity({ agent }: { readonly agent: OutputOf<'agents.show'> }): ReactNode {
  const origin = recordOf(agent['x-origin'])
  const { erc8004 } = agent
  const facts = [
    [said.madeOf, textOf(origin['id'])],
    [said.author, textOf(origin['author'])],
    [said.nostr, textOf(agent['x-nostr'])],
    [said.wallet, textOf(erc8004?.wallet)],
    ...(erc8004?.chainRegistrations ?? []).map(
      (one) => [said.chain, `${one.chainId}:${one.identityRegistry} #${String(one.agentId)}`] as const,
    ),
  ] as const
  return (
    <Section title={said.identity}>
      {facts.every(([, value]) => value === undefined) && <p className="soft">{said.noIdentity}</p>}
      <Facts facts={facts} />
    </Section>
  )
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

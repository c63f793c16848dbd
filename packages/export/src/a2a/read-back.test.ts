import { readAgentFile } from '@datacortex/importers'
import type { AgentEntry, RegisteredAgent } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { publishedJson } from '../publish/write-export.ts'
import { agentCard } from './build-card.ts'
import { card03 } from './card-0-3.ts'

test.each(['1.0', '0.3'])('a card of A2A %s is read back as the same agent', (version) => {
  const entry: AgentEntry = {
    name: 'Text Writer',
    description: 'Writes: "short" texts, # and – in 日本語 – long ones.',
    version: '1.2.0',
    skills: [
      { id: 'rhyme', name: 'Rhyme', description: 'Makes rhymes', tags: ['text'], examples: ['a rhyme on tides'] },
    ],
  }
  const agent: RegisteredAgent = { id: 'text-writer', module: undefined, entry }
  const { card } = agentCard(agent, { url: 'https://a.example/' })
  const path = 'agents/text-writer/.well-known/agent-card.json'
  const reading = readAgentFile(publishedJson(version === '0.3' ? card03(card) : card), { format: 'a2a', path })
  expect(reading).toMatchObject({ skipped: [], agents: [{ entry: { ...entry, format: 'a2a' } }] })
})

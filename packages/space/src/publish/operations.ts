import { entries } from '../operation.ts'

const usual = {
  right: 'manage',
  notAt: { http: 'It writes into a folder outside of the space, which only who works at this machine chooses.' },
} as const

const notAt = { ...usual.notAt, mcp: 'Files that assistants obey are written by the user of this machine only.' }

export const publishOperations = entries({
  'publish.cards': {
    ...usual,
    command: 'export a2a',
    tool: 'publish_cards',
    title: 'Write A2A cards',
    description: 'Writes A2A cards of agents into a folder that a web server shows, signed if keys are named.',
    load: async () => (await import('./publish-agents.ts')).publishCards,
  },
  'publish.catalog': {
    ...usual,
    command: 'export catalog',
    tool: 'publish_catalog',
    title: 'Write the catalogue',
    description: 'Writes ai-catalog.json, which leads to the cards of agents.',
    load: async () => (await import('./publish-agents.ts')).publishCatalog,
  },
  'publish.registrations': {
    ...usual,
    command: 'export erc8004',
    tool: 'publish_registrations',
    title: 'Write registration files',
    description: 'Writes ERC-8004 registration files of agents, and the proof of the domain.',
    load: async () => (await import('./publish-agents.ts')).publishRegistrations,
  },
  'publish.agents': {
    ...usual,
    notAt,
    command: 'export agents',
    tool: 'export_agents',
    title: 'Write agents for another program',
    description: 'Writes agents as files of Claude Code, Codex or another program that runs them.',
    load: async () => (await import('./publish-agents.ts')).exportAgentFiles,
  },
  'publish.finder': {
    ...usual,
    notAt,
    command: 'export finder',
    tool: 'export_finder',
    title: 'Write the skill that finds agents',
    description: 'Writes a skill that teaches Claude Code and others to ask this space for agents.',
    load: async () => (await import('./publish-agents.ts')).exportFinderSkill,
  },
  'publish.key': {
    ...usual,
    command: 'export key',
    tool: 'make_signing_key',
    title: 'Make a key for cards',
    description: 'Makes a key that signs cards, in a file that only its owner may read.',
    notAt: {
      mcp: 'Keys are made by the user of this machine only.',
      http: 'Keys are made by the user of this machine only.',
    },
    load: async () => (await import('./make-signing-key.ts')).makeSigningKey,
  },
})

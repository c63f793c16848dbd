import { entries } from '../operation.ts'

const signs =
  'It signs with a key and spends money, which the user of this machine decides, and passphrases are no input.'
const recording = { right: 'manage', isOpenWorld: true } as const
const looking = { ...recording, isReadOnly: true } as const
const sending = { ...recording, notAt: { mcp: signs, http: signs } } as const

export const chainOperations = entries({
  'chain.networks': {
    tool: 'list_networks',
    description: 'The chains that have ERC-8004 registries.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./list-networks.ts')).listNetworks,
  },
  'chain.check': {
    ...looking,
    title: 'Check a chain',
    description: 'Says what is missing for a registration: RPC, registries, key, balance, public address.',
    load: async () => (await import('./look-at-identities.ts')).checkReadiness,
  },
  'chain.register': {
    ...sending,
    tool: 'register_identities',
    title: 'Register agents on a chain',
    description: 'Gives agents an ERC-8004 identity: says what it would cost, and does it if `confirm` is true.',
    load: async () => (await import('./change-identities.ts')).registerAgents,
  },
  'chain.update': {
    ...sending,
    tool: 'update_identities',
    title: 'Update identities on a chain',
    description: 'Brings identities in step with the registry: says what it would cost, does it if `confirm` is true.',
    load: async () => (await import('./change-identities.ts')).updateIdentities,
  },
  'chain.status': {
    ...looking,
    tool: 'compare_identities',
    title: 'Compare identities with a chain',
    description: 'Compares registry, journal and chain, and sends nothing.',
    load: async () => (await import('./look-at-identities.ts')).compareIdentities,
  },
  'chain.verify': {
    ...looking,
    tool: 'verify_identities',
    description: 'Compares the file at the address, the chain and the proof of the domain, as a stranger sees them.',
    load: async () => (await import('./look-at-identities.ts')).verifyIdentities,
  },
  'chain.recover': {
    ...recording,
    tool: 'recover_identities',
    title: 'Recover identities from a chain',
    description: 'Finds identities of an account on the chain, and writes them into agents.yaml if `confirm` is true.',
    load: async () => (await import('./recover-identities.ts')).recoverIdentities,
  },
  'chain.rate': {
    ...sending,
    tool: 'rate_identities',
    title: 'Rate agents on a chain',
    description: 'Gives evaluations of the log to the reputation registry: plans, and sends if `confirm` is true.',
    load: async () => (await import('./rate-agents.ts')).rateAgents,
  },
  'chain.reputation': {
    ...recording,
    tool: 'read_reputation',
    description: 'What the reputation registry says of agents, by trusted accounts or by all.',
    load: async () => (await import('./read-reputation.ts')).readReputation,
  },
})

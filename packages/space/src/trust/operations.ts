import { entries } from '../operation.ts'

const isDecision = 'Only the user of this machine decides what runs on it.'
const decided = { right: 'manage', notAt: { mcp: isDecision, http: isDecision } } as const

/** What a space may do on this machine. */
export const trustOperations = entries({
  'trust.show': {
    title: 'Show what a space wants',
    description:
      'Whether the user trusts this space, and everything that its settings, sources and modules want of this machine: programs, folders outside, hosts that texts are sent to.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./show-trust.ts')).showTrust,
  },
  'trust.list': {
    tool: 'list_trusted_spaces',
    description: 'The spaces that the user of this machine trusts.',
    ...decided,
    isReadOnly: true,
    load: async () => (await import('./list-trusted.ts')).listTrusted,
  },
  'trust.allow': {
    tool: 'allow_space',
    title: 'Trust a space',
    description: 'Shows what the space wants of this machine and, after asking, allows exactly that.',
    ...decided,
    inRestricted: true,
    atOwnPage: true,
    load: async () => (await import('./allow-space.ts')).allowSpace,
  },
  'trust.revoke': {
    description: 'Trusts this space no longer, or takes back what was allowed of it.',
    ...decided,
    inRestricted: true,
    atOwnPage: true,
    load: async () => (await import('./revoke-trust.ts')).revokeTrust,
  },
})

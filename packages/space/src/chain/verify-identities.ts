import type { Finding } from '@datacortex/errors'
import type { AgentVerification } from '@datacortex/export'
import { verifyAgents } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { fileOptions } from './chain-input.ts'
import type { LookAtIdentities } from './compare-identities.ts'
import { lookAtIdentities } from './compare-identities.ts'

/** What the proofs of agents are worth. */
export type VerifiedIdentities = {
  readonly results: readonly AgentVerification[]
  readonly findings: readonly Finding[]
}

/** Compares file, chain and the proof of the domain, as a stranger would see them. */
export const verifyIdentities: Operation<LookAtIdentities, VerifiedIdentities> = {
  input: lookAtIdentities,
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), verified: z.boolean() })) }),
  run: async (work, { ids, ...asked }) => await verifyAgents(work.paths, { ...(await fileOptions(work, asked)), ids }),
}

import type { Finding } from '@datacortex/errors'
import type { AgentVerification, ChainReadiness, StatusReport } from '@datacortex/export'
import { checkChain, statusAgents, verifyAgents } from '@datacortex/export'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { exact, name } from '../schema.ts'
import { definitionsOf } from '../nostr/nostr-links.ts'
import { accountInput, chainInput, fileInput, fileOptions, sendOptions } from './chain-input.ts'

const input = z.strictObject({ ...fileInput, ids: z.array(name).describe('All agents if empty.') })

export const compareIdentities = operation({
  input,
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) }),
  run: async (work, { ids, ...asked }): Promise<StatusReport> =>
    await statusAgents(work.paths, { ...(await fileOptions(work, asked)), ids }),
})

export const checkReadiness = operation({
  input: z.strictObject({
    ...chainInput,
    keystore: accountInput.keystore,
    account: accountInput.account,
    url: exact.optional().describe('Where agents will be published; asked whether others reach it.'),
  }),
  output: z.looseObject({ ready: z.boolean(), checks: z.array(z.looseObject({ check: z.string() })) }),
  run: async (work, { url, ...asked }): Promise<ChainReadiness> =>
    await checkChain(work.paths, { ...(await sendOptions(work, asked)), url }),
})

type Verified = { readonly results: readonly AgentVerification[]; readonly findings: readonly Finding[] }

export const verifyIdentities = operation({
  input,
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), verified: z.boolean() })) }),
  run: async (work, { ids, ...asked }): Promise<Verified> =>
    await verifyAgents(work.paths, {
      ...(await fileOptions(work, asked)),
      ids,
      definitionOf: await definitionsOf(work, [...(await work.catalogue()).registry.agents.values()]),
    }),
})

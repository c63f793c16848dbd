import { type ChainReputation, readReputation as read } from '@datacortex/export'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { dryRun, exact, flag, name } from '../schema.ts'
import { fileInput, fileOptions } from './chain-input.ts'

type Reputations = { readonly results: readonly ChainReputation[] }

export const readReputation = operation({
  input: z.strictObject({
    ...fileInput,
    ids: z.array(name).describe('All agents if empty.'),
    reputation: exact.optional().describe('The reputation registry, if not the one of the network.'),
    clients: z.array(exact).optional().describe('Accounts that are trusted; anybody counts if absent.'),
    tag: exact.optional().describe('Only ratings with this first tag; all if absent.'),
    record: flag('Whether it is written into `performance` of the agents; needs `clients`.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), count: z.number() })) }),
  run: async (work, { ids, reputation, clients, tag, record, dry_run: isDry, ...asked }): Promise<Reputations> => {
    const counted = { reputation, clients, tag, record: record === true && isDry !== true }
    return await read(work.paths, { ...(await fileOptions(work, asked)), ids, ...counted })
  },
})

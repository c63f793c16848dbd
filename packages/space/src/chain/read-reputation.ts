import type { ChainReputation } from '@datacortex/export'
import { readReputation as read } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { dryRun, exact, name } from '../schema.ts'
import type { FileInput } from './chain-input.ts'
import { fileInput, fileOptions } from './chain-input.ts'

/** Whose reputation is read, and of whom. */
export type ReadReputation = FileInput & {
  readonly ids: readonly string[]
  /** The reputation registry, if not the one of the network. */
  readonly reputation?: string | undefined
  /** Accounts that are trusted; anybody counts if absent. */
  readonly clients?: readonly string[] | undefined
  /** Whether it is written into `performance` of the agents; needs `clients`. */
  readonly record?: boolean | undefined
  /** Wins over `record`. */
  readonly dry_run?: boolean | undefined
}

/** What the reputation registry says of agents, by trusted accounts or by all. */
export const readReputation: Operation<ReadReputation, { readonly results: readonly ChainReputation[] }> = {
  input: z.strictObject({
    ...fileInput,
    ids: z.array(name),
    reputation: exact.optional(),
    clients: z.array(exact).optional(),
    record: z.boolean().optional(),
    dry_run: dryRun,
  }),
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), count: z.number() })) }),
  run: async (work, { ids, reputation, clients, record, dry_run: isDry, ...asked }) => {
    const counted = { reputation, clients, record: record === true && isDry !== true }
    return await read(work.paths, { ...(await fileOptions(work, asked)), ids, ...counted })
  },
}

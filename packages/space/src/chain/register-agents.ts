import { resolve } from 'node:path'
import type { ChainReport, RegisterOptions } from '@datacortex/export'
import { registerAgents as register } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { exact, name } from '../schema.ts'
import type { Work } from '../work.ts'
import type { FileInput, SendInput } from './chain-input.ts'
import { fileInput, fileOptions, sendInput, sendOptions } from './chain-input.ts'

/** Which agents get an identity, or whose identity is brought in step; without `confirm` it is only planned. */
export type ChangeIdentities = FileInput &
  SendInput & {
    readonly ids: readonly string[]
    /** Folder that the registration files are written to, too; one that is not absolute is in the space. */
    readonly out?: string | undefined
    /** Whether identities of the account that nobody recorded are none of these agents. */
    readonly accept_unknown?: boolean | undefined
  }

/** How both of them are asked, and answer. */
export const change: Pick<Operation<ChangeIdentities, ChainReport>, 'input' | 'output'> = {
  input: z.strictObject({
    ...fileInput,
    ...sendInput,
    ids: z.array(name),
    out: exact.optional(),
    accept_unknown: z.boolean().optional(),
  }),
  output: z.looseObject({
    confirmed: z.boolean(),
    plan: z.array(z.looseObject({ id: z.string(), action: z.string() })),
    results: z.array(z.looseObject({ id: z.string(), status: z.string() })),
  }),
}

/** How both of them take it. */
export async function changeOptions(work: Work, asked: ChangeIdentities): Promise<RegisterOptions> {
  const { ids, out, accept_unknown: acceptUnknown } = asked
  const places = { ids, acceptUnknown, out: out === undefined ? undefined : resolve(work.paths.root, out) }
  return { ...(await fileOptions(work, asked)), ...sendOptions(work, asked), ...places }
}

/** Gives agents an identity on a chain. */
export const registerAgents: Operation<ChangeIdentities, ChainReport> = {
  ...change,
  run: async (work, asked) => await register(work.paths, await changeOptions(work, asked)),
}

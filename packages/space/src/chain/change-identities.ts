import { resolve } from 'node:path'
import { type ChainReport, type RegisterOptions, registerAgents as register, updateAgents } from '@datacortex/export'
import { z } from 'zod'
import { catalogueWith } from '../dynamic/catalogue-with.ts'
import { type Asked, operation } from '../operation.ts'
import { refuseDynamic } from '../publish/publish-agents.ts'
import { exact, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { fileInput, fileOptions, sendInput, sendOptions } from './chain-input.ts'

/** Which agents get an identity, or whose identity is brought in step; without `confirm` it is only planned. */
const input = z.strictObject({
  ...fileInput,
  ...sendInput,
  ids: z.array(name),
  out: exact
    .optional()
    .describe('Folder that the registration files are written to, too; one that is not absolute is in the space.'),
  /** Whether identities of the account that nobody recorded are none of these agents. */
  accept_unknown: z.boolean().optional(),
})

const output = z.looseObject({
  confirmed: z.boolean(),
  plan: z.array(z.looseObject({ id: z.string(), action: z.string() })),
  results: z.array(z.looseObject({ id: z.string(), status: z.string() })),
})

export const registerAgents = operation({
  input,
  output,
  run: async (work, asked): Promise<ChainReport> => await register(work.paths, await changeOptions(work, asked)),
})

export const updateIdentities = operation({
  input,
  output,
  run: async (work, asked): Promise<ChainReport> => await updateAgents(work.paths, await changeOptions(work, asked)),
})

async function changeOptions(work: Work, asked: Asked<typeof input>): Promise<RegisterOptions> {
  const { ids, out, accept_unknown: acceptUnknown } = asked
  refuseDynamic(await catalogueWith(work, ids), { needsEntry: true })
  const places = { ids, acceptUnknown, out: out === undefined ? undefined : resolve(work.paths.root, out) }
  return { ...(await fileOptions(work, asked)), ...(await sendOptions(work, asked)), ...places }
}

import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { sendOptions } from './chain-input.ts'
import { rateAgents } from './rate-agents.ts'

test('a dry run wins over `confirm`; who signs is a secret of the caller and no input', async () => {
  const { work } = await workSpace()
  expect(await sendOptions(work, { confirm: true })).toMatchObject({ confirm: true, allowEnvKey: undefined })
  expect(await sendOptions(work, { confirm: true, dry_run: true })).toMatchObject({ confirm: false })
  const passphrase = { fd: 3 }
  const secrets = { passphrase, environmentKey: true }
  expect(await sendOptions({ ...work, secrets }, {})).toMatchObject({ confirm: false, passphrase, allowEnvKey: true })
  for (const secret of ['passphrase', 'allow_env_key', 'environment_key', 'private_key'])
    expect(rateAgents.input.safeParse({ [secret]: 'x' }).success).toBe(false)
})

test('the RPC of a network stands in the settings, by its name or id, and one that is named wins', async () => {
  const { work, paths } = await workSpace()
  const [byName, byId] = ['https://one.example/key', 'https://two.example/']
  await writeFile(paths.settingsFile, `chain: {rpc: {sepolia: '${byName}', 84532: '${byId}'}}\n`)
  expect(await sendOptions(work, { network: '11155111' })).toMatchObject({ rpc: byName })
  expect(await sendOptions(work, { network: 'base-sepolia' })).toMatchObject({ rpc: byId })
  expect(await sendOptions(work, { network: 'sepolia', rpc: byId })).toMatchObject({ rpc: byId })
  expect(await sendOptions(work, { network: 'base' })).toMatchObject({ rpc: undefined })
})

test('an execution that is unknown or was not evaluated is no rating', async () => {
  const { work } = await workSpace({ executions: [{ id: 'exec-1', agent_id: 'writer' }] })
  const rated = async (id: string): Promise<object> => await rateAgents.run(work, { executions: [id] })
  await expect(rated('exec-1')).rejects.toMatchObject({ code: 'CLI_USAGE' })
  await expect(rated('exec-9')).rejects.toMatchObject({ code: 'EXECUTION_UNKNOWN' })
})

import { writeFile } from 'node:fs/promises'
import { readRegistry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { agentsText, registrySpace } from '../evaluations/__fixtures__/registry-space.ts'
import { execution } from '../log/__fixtures__/execution.ts'
import { appendToLog } from '../log/append-to-log.ts'
import { updatePerformance } from './update-performance.ts'
import { verifyHistory } from './verify-history.ts'

async function threeVersions() {
  const paths = await registrySpace()
  const at = (day: number): string => `2026-11-0${day}T00:00:00.000Z`
  const runs = [1, 2, 3].map((day) =>
    execution(String(day), { timestamp: at(day), agent_version: `1.${day}.0`, agent_hash: `${day}`.repeat(64) }),
  )
  await appendToLog(paths, { executions: runs })
  await updatePerformance(paths)
  const verify = async () => {
    const registry = await readRegistry(paths)
    const agent = registry.agents.get('writer')
    if (agent === undefined) throw new Error('The writer is there.')
    const { ok, checks } = await verifyHistory(paths, { agent, registry })
    return [ok, Object.fromEntries(checks.map(({ check, ok: is, detail }) => [check, [is, detail]]))] as const
  }
  const change = async (edit: (text: string) => string): Promise<void> => {
    const text = await agentsText(paths)
    expect(edit(text)).not.toBe(text)
    await writeFile(paths.agentsFile, edit(text))
  }
  return { paths, verify, change }
}

test('a history that the log wrote is whole', async () => {
  const { verify } = await threeVersions()
  expect(await verify()).toEqual([
    true,
    {
      chain: [true, 'each version is bound to those before it'],
      log: [true, 'as the log has it'],
      current: [null, expect.stringMatching(/^unversioned [0-9a-f]{12} never ran$/)],
    },
  ])
})

test.each([
  [
    'a version that was changed',
    '1.2.0 222222222222',
    (text: string) => text.replace('2026-11-02T00:00:00.000Z', '2026-10-02T00:00:00.000Z'),
  ],
  [
    'a version that was taken out',
    '1.3.0 333333333333',
    (text: string) => text.replace(/ +- version: 1\.2\.0\n(?: {10}.*\n)+/, ''),
  ],
])('%s breaks the chain, and differs from the log', async (_, where, edit) => {
  const { verify, change } = await threeVersions()
  await change(edit)
  const [ok, checks] = await verify()
  expect(ok).toBe(false)
  expect(checks['chain']).toEqual([false, `broken at ${where}`])
  expect(checks['log']?.[0]).toBe(false)
})

test('a history of before there were chains is said to have none, and has not failed', async () => {
  const { verify, change } = await threeVersions()
  await change((text) => text.replaceAll(/ +chain: .*\n/g, ''))
  const [ok, checks] = await verify()
  expect(ok).toBe(true)
  expect(checks['chain']).toEqual([null, expect.stringContaining('unchained')])
  expect(checks['log']?.[0]).toBe(true)
})

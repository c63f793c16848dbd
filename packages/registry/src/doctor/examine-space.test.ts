import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { temporarySpace } from '../file/__fixtures__/temporary-space.ts'
import { withModulesLock } from '../modules/install/modules-lock.ts'
import { examineSpace } from './examine-space.ts'

test('what is wrong with agents of no module does not wait for who changes modules', async () => {
  const paths = await temporarySpace()
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  await writeFile(
    paths.agentsFile,
    'agents:\n  writer: {name: Writer, description: Writes., skills: [], source: absent.md}\n',
  )
  const { codes, ms } = await withModulesLock(paths, async () => {
    const startedAt = performance.now()
    const { findings } = await examineSpace(paths)
    return { codes: findings.map(({ code }) => code), ms: performance.now() - startedAt }
  })
  expect(codes).toContain('SOURCE_MISSING')
  // Who looks again waits ten seconds for the lock.
  expect(ms).toBeLessThan(5000)
})

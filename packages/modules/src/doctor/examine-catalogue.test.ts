import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { withModulesLock } from '../install/modules-lock.ts'
import { examineCatalogue } from './examine-catalogue.ts'

test('what is wrong with agents of no module does not wait for who changes modules', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  await writeFile(
    paths.agentsFile,
    'agents:\n  writer: {name: Writer, description: Writes., skills: [], source: absent.md}\n',
  )
  // Who looks again waits for the lock, here for longer than any test may take.
  vi.stubEnv('DATACORTEX_PATIENCE', '1000')
  const { findings } = await withModulesLock(paths, async () => await examineCatalogue(paths))
  expect(findings.map(({ code }) => code)).toContain('SOURCE_MISSING')
})

import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readRegistry } from '../file/read-registry.ts'
import { temporarySpace } from '../file/__fixtures__/temporary-space.ts'
import { checkFiles } from './check-files.ts'

const agents = `version: "1.0.0"
agents:
  keeper: {name: Keeper, description: Keeps the list., reads: {required: [.datacore/registry/agents.yaml]}}
  reader: {name: Reader, description: Reads., reads: {required: [gone.md, "notes/*.md"]}, references: {dips: [DIP-0001]}}
`

test('what an agent must read and is not there is told, but not the list of agents, which may be empty', async () => {
  const paths = await temporarySpace(agents)
  const registry = await readRegistry(paths)
  await rm(paths.agentsFile)
  const findings = await checkFiles(registry, { paths })
  expect(findings.map(({ code, subject, message }) => [code, subject, message])).toEqual([
    ['REFERENCE_MISSING', 'reader', 'it must read what is not there: gone.md, DIP-0001'],
  ])
})

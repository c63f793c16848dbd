import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

const named = `version: "1.0.0"
knowledge_locations: {personal: {zet: zet/, zett: zet/, lost: lost/}, org: {inbox: "{space}/inbox.org"}}
agents:
  reader:
    name: Reader
    description: Reads.
    reads: {required: [zett, personal.zet, knowledge_locations.zet, inbox, lost, policy.md]}
    references: {dips: [DIP-0004], specs: [pp.md, names, zet/z.md, gone.md, zet]}
`

test('names of places and documents are looked for where the context of an agent takes them from', async () => {
  const paths = await temporarySpace(named)
  for (const file of [
    'zet/z.md',
    'specs/pp.md',
    'docs/deep/names-2.md',
    'law/DIP-0004-knowledge.md',
    'law/policy.md',
  ]) {
    await mkdir(dirname(join(paths.root, file)), { recursive: true })
    await writeFile(join(paths.root, file), 'x')
  }
  const registry = await readRegistry(paths)
  const missing = async (documents: readonly string[], specs: readonly string[]): Promise<string | undefined> =>
    (await checkFiles(registry, { paths, context: { documents, specs } }))[0]?.message
  expect(await missing(['law/'], ['specs', 'docs'])).toBe('it must read what is not there: lost, gone.md, zet')
  expect(await missing(['none'], ['specs'])).toBe(
    'it must read what is not there: lost, policy.md, names, gone.md, zet, DIP-0004',
  )
})

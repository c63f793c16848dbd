import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readRegistry } from '../file/read/read-registry.ts'
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

const refused = `version: "1.0.0"
agents:
  spy:
    name: Spy
    description: Reads what it must not.
    reads:
      required: [/etc/passwd, ../../../etc/passwd, .datacore/env/X, "/etc/*", "notes/../../*.md", ~/.ssh, link.md, plain.md, notes/../plain.md, secret, "{space}/inbox.org", gone.md]
knowledge_locations: {places: {secret: .datacore/env/X}}
`

test('what no context ever loads is told with the reason, whether or not it is there', async () => {
  const paths = await temporarySpace(refused)
  const elsewhere = await temporarySpace(agents)
  await mkdir(paths.envDirectory, { recursive: true })
  await writeFile(join(paths.envDirectory, 'X'), 'k3y')
  await writeFile(join(paths.root, 'plain.md'), 'x')
  await symlink(elsewhere.agentsFile, join(paths.root, 'link.md'))
  const findings = await checkFiles(await readRegistry(paths), { paths })
  expect(findings.map(({ code, severity, subject, message }) => [code, severity, subject, message])).toEqual([
    ['REFERENCE_MISSING', 'warning', 'spy', 'it must read what is not there: gone.md'],
    [
      'REFERENCE_REFUSED',
      'warning',
      'spy',
      `it must read what no context ever loads: ${[
        '/etc/passwd (it is absolute)',
        '../../../etc/passwd (it leaves its folder)',
        '.datacore/env/X (it holds secrets, which are never loaded)',
        '/etc/* (it is absolute)',
        'notes/../../*.md (a pattern with `..` is not followed)',
        '~/.ssh (it is absolute)',
        'link.md (it leads out of the space)',
        'secret (it holds secrets, which are never loaded)',
      ].join(', ')}`,
    ],
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

const sourced = `version: "1.0.0"
agents:
  own: {name: Own, description: Its own., source: own.md, sha256: "${'0'.repeat(64)}"}
  gone: {name: Gone, description: Is gone., source: gone.md}
module_agents:
  kit:
    source_module: kit
    agents:
      brought: {name: Brought, description: Of a module., source: own.md, sha256: "${'0'.repeat(64)}"}
      lost: {name: Lost, description: Of a module., source: gone.md}
`

test('a changed or missing file is told with the command that helps, which is another one for agents of modules', async () => {
  const paths = await temporarySpace(sourced)
  await writeFile(join(paths.root, 'own.md'), 'x')
  const findings = await checkFiles(await readRegistry(paths), { paths })
  expect(findings.map(({ code, subject, hint }) => [code, subject, hint])).toEqual([
    ['SOURCE_CHANGED', 'own', 'datacortex import own.md'],
    [
      'SOURCE_MISSING',
      'gone',
      'Put the file back, correct `source`, or take the agent out: datacortex agent remove ID',
    ],
    ['SOURCE_CHANGED', 'brought', 'datacortex module install .datacore/modules/kit'],
    ['SOURCE_MISSING', 'lost', 'Put the file back, or: datacortex module remove kit'],
  ])
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { readCatalogue } from '../catalogue.ts'
import { examineCatalogue } from '../doctor/examine-catalogue.ts'
import { installModule } from '../install/install-module.ts'
import { planModuleInstall } from '../install/plan-module-install.ts'
import { removeModule } from '../install/remove-module.ts'

const manifest = (more = ''): string => `manifest_version: 2
name: styles
version: 1.0.0
description: Styles of writing
license: MIT
provides:
  components:
    house-style: {description: How we write, version: 1.2.0, source: parts/style.md}
    fetcher: {description: Fetches, source: "subagent:url-fetcher"}
${more}`
const agentsFile = `components:
  own: {description: Its own, prompt: Be brief.}
agents:
  writer: {name: Writer, description: Writes., version: 1.0.0, components: [house-style@^1, own]}
`
const styles = { 'module.yaml': manifest(), 'parts/style.md': 'Write short sentences.' }

async function space() {
  const made = await temporarySpace()
  await writeFiles(made.paths.datacore, { 'registry/agents.yaml': agentsFile })
  const parts = async () => {
    const { registry } = await readCatalogue(made.paths)
    return registry.agents.get('writer')?.composition?.parts.map(({ id, source, module }) => [id, source, module])
  }
  const plan = async (files: Record<string, string>, from = 'module') =>
    await planModuleInstall(made.paths, await writeFiles(join(made.elsewhere, from), files))
  return { ...made, parts, plan }
}

test('an installed module brings components, until it is removed', async () => {
  const { paths, userDirectory, parts, plan } = await space()
  const own = ['own', undefined, undefined]
  expect(await parts()).toEqual([own])
  const planned = await plan(styles)
  expect(planned.components).toEqual(['house-style', 'fetcher'])
  await installModule(paths, planned, { userDirectory })
  const brought = ['house-style', '.datacore/modules/styles/parts/style.md', 'styles']
  expect(await parts()).toEqual([brought, own])
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(agentsFile)
  const { findings } = await examineCatalogue(paths)
  expect(findings.map(({ code }) => code)).not.toContain('COMPONENT_UNKNOWN')
  // What is in the folder without having been installed brings nothing.
  const lock = await readFile(paths.modulesLockFile, 'utf8')
  await writeFile(paths.modulesLockFile, 'modules: {}\n')
  expect(await parts()).toEqual([own])
  await writeFile(paths.modulesLockFile, lock)
  await removeModule(paths, 'styles')
  expect(await parts()).toEqual([own])
})

test.each([
  [
    'a text that is missing',
    { 'module.yaml': manifest() },
    'the text "parts/style.md" of the component house-style is missing',
  ],
  [
    'a text outside of it',
    { ...styles, 'module.yaml': manifest().replace('parts/style.md', '../../registry/agents.yaml') },
    'the text "../../registry/agents.yaml" of the component house-style is missing',
  ],
  [
    'what is no component',
    { ...styles, 'module.yaml': manifest('    odd: 5\n') },
    'The agent odd should be a map but is 5',
  ],
])('a module with %s is refused', async (_, files, problem) => {
  const { plan } = await space()
  await expect(plan(files)).rejects.toMatchObject({
    code: 'MODULE_CONTENT_REFUSED',
    message: expect.stringContaining(problem),
  })
})

test('a component that somebody has already is refused, and one that came by itself is left out', async () => {
  const { paths, userDirectory, plan } = await space()
  const taken = { ...styles, 'module.yaml': manifest('    own: {description: Not its own}\n') }
  await expect(plan(taken)).rejects.toMatchObject({
    code: 'MODULE_ID_CLASH',
    message: expect.stringContaining('the component own belongs to this space'),
  })
  await installModule(paths, await plan(styles, 'styles'), { userDirectory })
  await writeFile(paths.agentsFile, agentsFile.replace('  own:', '  fetcher: {description: Mine}\n  own:'))
  const { registry } = await readCatalogue(paths)
  expect(registry.components.get('fetcher')?.description).toBe('Mine')
  expect(registry.findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'MODULE_AGENT_SHADOWED The component fetcher of the module styles is left out: this space has one of that id.',
  ])
})

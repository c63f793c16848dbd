import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRegistry } from '@datacortex/registry'
import { importAgents } from './import-agents.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'import-merge-keys-'))
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

test('merge keys and keys that look like one do not keep the other files out', async () => {
  const paths = ownPaths(spacePaths(join(root, 'space')))
  await mkdir(paths.datacore, { recursive: true })
  const folder = join(root, 'agents')
  await mkdir(folder)
  const put = (name: string, more: string) =>
    writeFile(join(folder, `${name}.md`), `---\nname: ${name}\ndescription: Does ${name}\n${more}---\nPrompt\n`)
  await put('merged', 'shared: &s { model: opus, extra: 1 }\n<<: *s\n')
  await put('quoted', '"<<": { b: 1 }\n')
  await put('plain', '')
  const { imported } = await importAgents(paths, [folder])
  expect(imported.map(({ id }) => id).toSorted()).toEqual(['merged', 'plain', 'quoted'])
  const { agents } = await readRegistry(paths)
  expect(agents.get('merged')?.entry).toMatchObject({ runtime: { model: 'opus' }, 'x-claude': { extra: 1 } })
  expect(agents.get('quoted')?.entry['x-claude']).toEqual({ '<<': { b: 1 } })
  expect((await importAgents(paths, [folder])).unchanged).toHaveLength(3)
})

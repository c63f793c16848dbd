import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings, trustSpace, withTrust } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { noteWrites } from './note-writes.ts'

const refused = { code: 'WRITES_REFUSED' }

test('a note that assistants obey is written where the settings name it, and nothing else that they obey', async () => {
  const { paths, work } = await workSpace({ settings: { notes: { obeyed: ['CLAUDE.md'] } } })
  const writes = await noteWrites(work)
  await writes.write({ path: 'docs/claude.md', text: 'Mine.\n', expected: 'absent' })
  expect(await readFile(join(paths.root, 'docs/claude.md'), 'utf8')).toBe('Mine.\n')
  for (const path of ['AGENTS.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'])
    await expect(writes.write({ path, text: 'x', expected: 'absent' }), path).rejects.toMatchObject(refused)
})

test('such a setting waits for a yes', async () => {
  const { paths, work } = await workSpace({ settings: { notes: { obeyed: ['CLAUDE.md'] } } })
  const environment = { DATACORTEX_CONFIG_DIR: join(paths.root, '.user') }
  vi.stubEnv('DATACORTEX_CONFIG_DIR', environment.DATACORTEX_CONFIG_DIR)
  const trust = await trustSpace(paths.root, { allowed: [], environment })
  const writes = await noteWrites({ ...work, paths: withTrust(paths, { trust }) })
  await expect(writes.write({ path: 'CLAUDE.md', text: 'x', expected: 'absent' })).rejects.toMatchObject(refused)
})

test.each(['*.md', 'docs/CLAUDE.md', '**', ''])('no pattern and no path names such a note: %j', async (name) => {
  const { paths } = await workSpace({ settings: { notes: { obeyed: [name] } } })
  await expect(readSettings(paths)).rejects.toMatchObject({ code: 'PLATFORM_SETTINGS_INVALID' })
})

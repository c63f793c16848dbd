import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filePool } from '../__fixtures__/file-reader.ts'
import { knowledgeSpace, signal } from '../__fixtures__/knowledge-space.ts'
import { ingest } from './ingest.ts'

test('what holds secrets is refused with a code, by its name and by links; a folder passes it over', async () => {
  const text = '# Tides\n\nThe sea rises and falls twice a day, and the harbour master keeps a register.\n'
  const files = {
    'inbox/tides.md': text,
    'inbox/server.pem': text,
    'home/.ssh/notes.md': text,
    '.datacore/env/KEY': text,
  }
  const pool = filePool()
  const { ports, root, list } = await knowledgeSpace(files, { subAgents: pool })
  await symlink(join(root, 'home/.ssh'), join(root, 'linked'))
  await symlink(join(root, '.datacore/env/KEY'), join(root, 'inbox/key.md'))
  const refused = ['home/.ssh/notes.md', 'home/.ssh', 'linked/notes.md', 'linked', 'inbox/key.md', 'inbox/server.pem']
  const named = await ingest(
    refused.map((path) => join(root, path)),
    ports,
    { signal },
  )
  expect(named.counts).toMatchObject({ failed: refused.length, success: 0 })
  for (const { error } of named.results)
    expect(error).toMatchObject({
      code: 'KNOWLEDGE_INPUT_UNREADABLE',
      message: expect.stringContaining('it holds secrets') as unknown,
    })
  expect(pool.extracted).toEqual([])
  const folder = await ingest([join(root, 'inbox')], ports, { signal })
  expect(folder).toMatchObject({ counts: { success: 1, failed: 0 } })
  expect(folder.passed_over).toEqual([{ reason: 'it holds secrets, which are never loaded', files: 2 }])
  expect(await list('0-personal/3-knowledge/literature')).toHaveLength(1)
})

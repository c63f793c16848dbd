import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '../../context/__fixtures__/agent-space.ts'
import { expect, test } from 'vitest'
import { runSpace, run } from '../__fixtures__/run-space.ts'
import { readLog } from '../../log/read-log.ts'
import { typedOutputs } from './typed-outputs.ts'

test('outputs of a run are logged with what they are', async () => {
  const zettel = '0-personal/notes/2-knowledge/zettel/Tides.md'
  const literature = '0-personal/notes/book.md'
  const space = await runSpace([{ text: 'Done.', outputs: [{ path: zettel }, { path: literature }] }], {
    files: { [zettel]: '# Tides\n', [literature]: '---\ntype: literature\n---\n\n# A book\n' },
  })
  const { outputs } = await run(space)
  expect(outputs.slice(0, 2)).toEqual([
    { path: zettel, type: 'zettel' },
    { path: literature, type: 'literature-note' },
  ])
  expect((await readLog(space.paths)).executions[0]?.outputs).toEqual(outputs)
})

test('what changed is told beside the type; what is said, gone, no note or behind a link stays', async () => {
  const root = await temporaryFolder()
  const outside = await temporaryFolder()
  await writeFiles(outside, { 'secret.md': '---\ntype: zettel\n---\n' })
  await writeFiles(root, { 'own/z/Tides.md': '# Tides\n', 'a.md': '---\ntype: zettel\n---\n' })
  await symlink(join(outside, 'secret.md'), join(root, 'link.md'))
  const same = [
    { path: 'a.md', type: 'report' },
    { path: 'b.md', type: 'deleted-during-run' },
    { path: 'data.csv', type: 'created-during-run' },
    { path: 'link.md', type: 'file' },
  ]
  const seen = { path: 'own/z/Tides.md', type: 'created-during-run' }
  expect(await typedOutputs({ root }, [seen, ...same], { personal: { zettel: 'own/z' } })).toEqual([
    { path: 'own/z/Tides.md', type: 'zettel', change: 'created' },
    ...same,
  ])
})

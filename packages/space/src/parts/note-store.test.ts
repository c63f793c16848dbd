import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openNoteStore } from './note-store.ts'

test('anyone who names a folder in place of a note is told so', async () => {
  const { paths, work } = await workSpace()
  await mkdir(join(paths.root, 'sea/far'), { recursive: true })
  for (const name of ['sea/Tides', 'sea/far/Moon']) await writeFile(join(paths.root, `${name}.md`), 'x')
  const { find } = await openNoteStore(work)
  const hintOf = (name: string): unknown => {
    try {
      return find(name)
    } catch (error) {
      return (error as { readonly hint?: string }).hint
    }
  }
  for (const name of ['sea', 'sea/', './sea'])
    expect(hintOf(name), name).toBe('It is a folder with 2 of them: name one at a time, such as sea/Tides.md.')
  expect(hintOf('sea/f')).not.toContain('folder')
  expect(hintOf('/')).not.toContain('folder')
  for (const name of ['sea/Tides', join(paths.root, 'sea/Tides.md')])
    expect(find(name)).toMatchObject({ path: 'sea/Tides.md' })
})

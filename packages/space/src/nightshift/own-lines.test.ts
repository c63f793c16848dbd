import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readTasks } from '@datacortex/nightshift'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { ownLines } from './own-lines.ts'

test('own are commits of this folder, and edits if they count; what a pull brought is not, no matter whom it names as its author', async () => {
  const { paths } = await workSpace()
  const other = (await workSpace()).paths.root
  const git = async (cwd: string, ...args: readonly string[]): Promise<void> => {
    const me = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false']
    await promisify(execFile)('git', [...me, ...args], { cwd })
  }
  const file = 'ai.org'
  const put = async (root: string, text: string): Promise<void> => await writeFile(join(root, file), text)
  await git(paths.root, 'init', '-q', '-b', 'main')
  await put(paths.root, '* TODO Mine :AI:\nMy words.\n')
  await git(paths.root, 'add', file)
  await git(paths.root, 'commit', '-qm', 'Mine')
  await git(other, 'clone', '-q', paths.root, 'clone')
  const clone = join(other, 'clone')
  await put(clone, '* TODO Mine :AI:\nMy words.\n* TODO Theirs :AI:\n')
  // With the same name and address.
  await git(clone, 'commit', '-qam', 'Theirs')
  await git(paths.root, 'pull', '-q', clone, 'main')
  await put(
    paths.root,
    `${await readFile(join(paths.root, file), 'utf8')}* TODO Edited :AI:\n* TODO Theirs, changed :AI:\n`,
  )
  const text = await readFile(join(paths.root, file), 'utf8')
  const tasks = readTasks(text, file)
  const own = async (kind: 'commits' | 'edits'): Promise<readonly (boolean | undefined)[]> => {
    const isOwn = await ownLines(paths, { file, own: kind, text })
    return tasks.map(({ line, heading }) => isOwn?.(line, heading))
  }
  expect(tasks.map(({ heading }) => heading.title)).toEqual(['Mine', 'Theirs', 'Edited', 'Theirs, changed'])
  expect(await own('commits')).toEqual([true, false, false, false])
  expect(await own('edits')).toEqual([true, false, true, true])
  // A folder without a repository has nothing of anybody.
  expect(await ownLines((await workSpace()).paths, { file, own: 'edits', text })).toBeUndefined()
})

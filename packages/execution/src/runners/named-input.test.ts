import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedInputs } from './named-input.ts'
import { agentSpace } from '../context/__fixtures__/agent-space.ts'

async function offered(task: string) {
  const { paths } = await agentSpace({
    'notes/tides.md': '# Tides',
    'my notes/spring tides.md': '# Springs',
    'closed/day.md': 'sad',

    'closed-day': 'sad',
    LICENSE: 'free',
  })
  await mkdir(join(paths.root, 'folder.d'))
  await symlink('closed/day.md', join(paths.root, 'link.md'))
  execFileSync('mkfifo', [join(paths.root, 'pipe.txt')])
  const { inputs, unread } = await namedInputs(task, {
    directory: paths.root,
    agent: 'reader',
    whyHidden: (path) => (path.startsWith('closed') ? 'its level is private' : undefined),
  })
  return { inputs: inputs.map(({ contentType, name }) => `${contentType} ${name}`), unread }
}

const words = 'text/plain task.txt'

test.each([
  ['notes/tides.md', ['text/markdown tides.md'], []],
  [' ./notes/tides.md\n', ['text/markdown tides.md'], []],
  ['my notes/spring tides.md', ['text/markdown spring tides.md'], []],
  ['LICENSE', ['application/octet-stream LICENSE', words], ['LICENSE']],
  ['https://example.org/a', ['text/uri-list https://example.org/a', words], ['https://example.org/a']],
  ['Explain the tides', [words], []],
  ['tides', [words], []],
  // As where no such file is: nobody finds out by asking what closed files are called.
  ['closed-day', [words], []],
  ['closed-night', [words], []],
  ['It rose by 3.5 and/or 4.2 m, i.e. a lot.', [words], []],
  ['Read `notes/tides.md`, please.', [words], ['notes/tides.md']],
  ['Read notes/tides.md\nand tides.pdf', [words], ['notes/tides.md', 'tides.pdf']],
  ['Compare (/etc/passwd) with https://example.org/a!', [words], ['/etc/passwd', 'https://example.org/a']],
  [`Read notes/tides.md ${'and think '.repeat(200)}`, [words], []],
])('%j offers %j', async (task, inputs, unread) => {
  expect(await offered(task)).toEqual({ inputs, unread })
})

test.each([
  [
    'notes/nothere.md',
    'RUNNER_INPUT_UNREADABLE',
    "reader can't read notes/nothere.md: there is no such file in the space.",
  ],
  ['nothere.pdf', 'RUNNER_INPUT_UNREADABLE', "reader can't read nothere.pdf: there is no such file in the space."],
  [
    'notes/tides.md/x',
    'RUNNER_INPUT_UNREADABLE',
    "reader can't read notes/tides.md/x: there is no such file in the space.",
  ],
  ['folder.d', 'RUNNER_INPUT_UNREADABLE', "reader can't read folder.d: it is a folder."],
  ['notes/', 'RUNNER_INPUT_UNREADABLE', "reader can't read notes/: it is a folder."],
  ['pipe.txt', 'RUNNER_INPUT_UNREADABLE', "reader can't read pipe.txt: it is no file."],
  ['closed/day.md', 'RUNNER_INPUT_CLOSED', 'reader may not read closed/day.md: its level is private.'],
  ['closed/gone.md', 'RUNNER_INPUT_CLOSED', 'reader may not read closed/gone.md: its level is private.'],
  ['link.md', 'RUNNER_INPUT_CLOSED', 'reader may not read link.md: it passes through a symbolic link.'],
  ['.env', 'RUNNER_INPUT_CLOSED', 'reader may not read .env: it holds secrets, which are never loaded.'],
  [
    '/etc/passwd',
    'RUNNER_INPUT_CLOSED',
    'reader may not read /etc/passwd: it is absolute, and only files of the space are read.',
  ],
  [
    '../x.md',
    'RUNNER_INPUT_CLOSED',
    'reader may not read ../x.md: it leaves its folder, and only files of the space are read.',
  ],
])('the path %j is refused with %s', async (task, code, message) => {
  await expect(offered(task)).rejects.toMatchObject({ code, message, details: { transient: false } })
})

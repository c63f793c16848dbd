import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDatacortex, runJson } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const server = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server'].find(existsSync)
const hasProgram = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
const canBeTried =
  process.platform === 'linux' && server !== undefined && hasProgram('sshfs') && existsSync('/dev/fuse')

let line: ChildProcess | undefined
/** What the server has, and where others see it through the network. */
let [folder, mounted, port] = ['', '', '']
let isMounted = false
const untried = 'that needs Linux, FUSE that one may use, sshfs, and the sftp-server of OpenSSH'

const mount = async (): Promise<unknown> =>
  await run('sshfs', ['-o', `directport=${port}`, `127.0.0.1:${folder}`, mounted])
/** The disk goes by itself when its line is cut. */
const unmount = async (): Promise<unknown> => await run('fusermount', ['-uz', mounted]).catch(() => undefined)

beforeAll(async () => {
  if (!canBeTried) return
  const base = await makeFolder()
  ;[folder, mounted] = [join(base, 'share'), join(base, 'mounted')]
  for (const one of [folder, mounted]) await mkdir(one)
  line = fork(fileURLToPath(new URL('network-line.ts', import.meta.url)), [server ?? ''])
  port = String((await once(line, 'message'))[0])
  isMounted = await mount().then(
    () => true,
    () => false,
  )
})
afterAll(async () => {
  if (line === undefined) return
  await unmount()
  line.kill()
})

const texts = async (): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(join(folder, 'notes'))).filter((name) => !name.startsWith('.')).toSorted()
  const read = names.map(async (name) => [name, await readFile(join(folder, 'notes', name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(read))
}

test('a vault on a network disk is indexed, changed and taken back as any other', async ({ skip }) => {
  skip(!isMounted, untried)
  const cwd = mounted
  await mkdir(join(folder, 'notes'))
  for (const [name, next] of Object.entries({ A: 'B', B: 'C', C: 'A' }))
    await writeFile(join(folder, 'notes', `${name}.md`), `# ${name}\n\nOf the tides, see [[${next}]].\n`)
  const before = await texts()
  await runJson(['init'], { cwd })
  expect(await runJson(['index'], { cwd })).toMatchObject({ added: 3 })
  const moved = (await runJson(['note', 'move', 'B', 'notes/Renamed'], { cwd })) as { readonly undo: string }
  expect(await texts()).toMatchObject({ 'A.md': expect.stringContaining('[[Renamed]]'), 'Renamed.md': before['B.md'] })
  await runJson(['undo', moved.undo], { cwd })
  expect(await texts()).toEqual(before)
})

test('a line that is cut in the middle of a change loses nothing, and the reason is said', async ({ skip }) => {
  skip(!isMounted, untried)
  const before = await texts()
  const cut = async (isCut: boolean): Promise<void> => {
    line?.send(isCut)
    if (line !== undefined) await once(line, 'message')
  }
  await cut(true)
  const { status, stderr } = await runDatacortex(['note', 'move', 'B', 'notes/Renamed'], { cwd: mounted })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^[A-Z]+(?:_[A-Z]+)+ {2}/) })
  await cut(false)
  await unmount()
  await mount()
  // Each text is there under one name at least, and none is half of what it was.
  const all = [before['A.md'], before['B.md'], before['C.md']]
  expect(Object.values(await texts())).toEqual(expect.arrayContaining(all))
  await runJson(['note', 'move', 'B', 'notes/Renamed'], { cwd: mounted })
  expect(await texts()).toMatchObject({ 'A.md': expect.stringContaining('[[Renamed]]'), 'Renamed.md': before['B.md'] })
})

import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { type Disk, localDisk } from '../files/disk.ts'
import { systemErrorReason } from '../files/system-error-reason.ts'
import { temporaryName } from '../files/temporary-name.ts'
import { sha256 } from '../hash.ts'
import { caseBlindDisk, slowDisk } from '../__fixtures__/simulated-disks.ts'
import { undoWrites } from './undo-writes.ts'
import { createWritesBroker } from './writes-broker.ts'

const path = 'notes/bee.md'
const id = '01234567-89ab-4def-8123-456789abcdef'

async function spaceWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await temporaryFolder()
  await mkdir(join(root, 'notes'))
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, 'notes', file), text)
  return root
}

const brokerOn = (root: string, disk?: Disk) => createWritesBroker({ root, grants: ['**'], run: 'run', disk })

async function notesIn(root: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(join(root, 'notes'))
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(root, 'notes', name), 'utf8')])),
  )
}

/** A disk that is so slow that somebody saves a file while it reads the last time, or makes the name. */
function savedMeanwhile(file: string, { text, disk = localDisk }: { text: string; disk?: Disk }): Disk {
  let opened = 0
  return slowDisk(async (call, at) => {
    if (call === 'open') opened += at.endsWith(path.slice(6)) ? 1 : 0
    if ((call === 'link' && at.endsWith(path.slice(6))) || (call === 'open' && opened === 2))
      await writeFile(file, text)
  }, disk)
}

test('what somebody makes while a new file is written stays', async () => {
  const root = await spaceWith()
  const disk = savedMeanwhile(join(root, path), { text: 'theirs' })
  await expect(brokerOn(root, disk).write({ path, text: 'ours', expected: 'absent' })).rejects.toMatchObject({
    code: 'WRITES_CONFLICT',
    details: { path, expected: 'absent', found: sha256('theirs') },
  })
  expect(await notesIn(root)).toEqual({ 'bee.md': 'theirs' })
  expect(await undoWrites('run', { root })).toMatchObject({ removed: [], kept: [{ path }] })
})

test('also under a name that is the same on that disk alone', async () => {
  const root = await spaceWith()
  const disk = savedMeanwhile(join(root, 'notes/Bee.md'), { text: 'theirs', disk: caseBlindDisk() })
  await expect(brokerOn(root, disk).write({ path, text: 'ours', expected: 'absent' })).rejects.toThrow(
    '"Bee.md" is there already and differs only in its spelling',
  )
  expect(await notesIn(root)).toEqual({ 'Bee.md': 'theirs' })
})

test('what somebody saves while its change is written stays', async () => {
  const root = await spaceWith({ 'bee.md': 'old' })
  const disk = savedMeanwhile(join(root, path), { text: 'theirs' })
  const request = { path, text: 'ours', expected: sha256('old') }
  await expect(brokerOn(root, disk).write(request)).rejects.toMatchObject({
    code: 'WRITES_CONFLICT',
    details: { expected: sha256('old'), found: sha256('theirs') },
  })
  expect(await notesIn(root)).toEqual({ 'bee.md': 'theirs' })
})

test('a file that is taken away while its change is written does not come back', async () => {
  const root = await spaceWith({ 'bee.md': 'old' })
  let opened = 0
  const disk = slowDisk(async (call) => {
    if (call === 'open' && (opened += 1) === 2) await rename(join(root, path), join(root, 'notes/wasp.md'))
  })
  await expect(brokerOn(root, disk).write({ path, text: 'ours' })).rejects.toMatchObject({
    code: 'WRITES_CONFLICT',
    details: { found: 'absent' },
  })
  expect(await notesIn(root)).toEqual({ 'wasp.md': 'old' })
})

test('what somebody saves while a change or a removal is taken back stays', async () => {
  for (const act of ['write', 'remove'] as const) {
    const root = await spaceWith({ 'bee.md': 'old' })
    const broker = brokerOn(root)
    if (act === 'write') await broker.write({ path, text: 'ours' })
    else await broker.remove({ path, sha256: sha256('old') })
    const disk = savedMeanwhile(join(root, path), { text: 'theirs' })
    const reason = act === 'write' ? 'it was changed since' : 'another file is there'
    expect(await undoWrites('run', { root, disk })).toMatchObject({ restored: [], kept: [{ path, reason }] })
    expect(await notesIn(root)).toEqual({ 'bee.md': 'theirs' })
  }
})

test('a disk without second names for a file takes new ones as well, and keeps what is there', async () => {
  const link: Disk['link'] = async () => await Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }))
  const root = await spaceWith()
  await brokerOn(root, { ...localDisk, link }).write({ path, text: 'ours', expected: 'absent' })
  expect(await notesIn(root)).toEqual({ 'bee.md': 'ours' })
  await rm(join(root, path))
  const failing = async (): Promise<void> => {
    await writeFile(join(root, path), 'theirs')
    await link('', '')
  }
  const write = brokerOn(root, { ...localDisk, link: failing }).write({ path, text: 'ours', expected: 'absent' })
  await expect(write).rejects.toMatchObject({ code: 'WRITES_CONFLICT' })
  expect(await notesIn(root)).toEqual({ 'bee.md': 'theirs' })
})

test('a file that a killed writer had just made can be written', async () => {
  const root = await spaceWith({ 'bee.md': 'old' })
  await link(join(root, path), join(root, 'notes', temporaryName('bee.md', id)))
  expect(await brokerOn(root).write({ path, text: 'new' })).toMatchObject({ status: 'changed' })
  expect(await readFile(join(root, path), 'utf8')).toBe('new')
})

test.each([
  ['old', 'changed'],
  ['new', 'unchanged'],
  [undefined, 'created'],
])('what a killed writer left beside %j goes with the next write of that file, and no other', async (old, status) => {
  const others = [temporaryName('wasp.md', id), '.bee.md.mine.tmp']
  const left = [temporaryName('bee.md', id), ...others].map((name): [string, string] => [name, 'half'])
  const root = await spaceWith({ ...Object.fromEntries(left), ...(old === undefined ? {} : { 'bee.md': old }) })
  expect(await brokerOn(root).write({ path, text: 'new' })).toMatchObject({ status })
  expect(Object.keys(await notesIn(root)).toSorted()).toEqual([...others, 'bee.md'].toSorted())
})

test('where names are one whatever their case, a spelling of what is there is refused, and the file stays', async () => {
  const root = await spaceWith({ 'Bee.md': 'theirs' })
  const broker = brokerOn(root, caseBlindDisk())
  for (const request of [
    { path, text: 'ours' },
    { path: 'Notes/wasp.md', text: 'ours' },
  ])
    await expect(broker.write(request)).rejects.toThrow('is there already and differs only in its spelling')
  expect(await notesIn(root)).toEqual({ 'Bee.md': 'theirs' })
})

test('two folders that are one on some disks are not made at once, and those that are there are written to', async () => {
  const root = await spaceWith()
  const both = ['New/a.md', 'new/b.md'].map((one) => ({ path: one, text: 'x' }))
  await expect(brokerOn(root).writeAll(both)).rejects.toThrow('"New" is made too and differs only in its spelling')
  await expect(
    brokerOn(root).writeAll(['a/B/c.md', 'a/b/d.md'].map((one) => ({ path: one, text: 'x' }))),
  ).rejects.toThrow('"a/B" is made too')
  expect(await readdir(root)).not.toContain('New')
  const same = ['new/a.md', 'new/b.md', 'notes/c.md'].map((one) => ({ path: one, text: 'x' }))
  expect(await brokerOn(root).writeAll(same)).toHaveLength(3)
})

test('of many files that are written together each folder is listed once before the first', async () => {
  const root = await spaceWith()
  const listed: string[] = []
  const list: Disk['readdir'] = async (folder) => {
    listed.push(folder)
    return await localDisk.readdir(folder)
  }
  const requests = Array.from({ length: 30 }, (_, place) => ({ path: `notes/deep/${place}.md`, text: `${place}` }))
  await brokerOn(root, localDisk).writeAll(requests)
  const changed = requests.map((one) => ({ ...one, text: 'new' }))
  await brokerOn(root, { ...localDisk, readdir: list }).writeAll(changed)
  expect(listed.length).toBe(3)
})

test.each(['link', 'rename'] as const)('a network disk that answers a %s twice has done it once', async (call) => {
  const code = call === 'link' ? 'EEXIST' : 'ENOENT'
  const twice: Disk = {
    ...localDisk,
    [call]: async (from: string, to: string) => {
      await localDisk[call](from, to)
      throw Object.assign(new Error('asked again'), { code })
    },
  }
  const root = await spaceWith(call === 'link' ? {} : { 'bee.md': 'old' })
  const expected = call === 'link' ? 'absent' : sha256('old')
  expect(await brokerOn(root, twice).write({ path, text: 'ours', expected })).toMatchObject({ path })
  expect(await notesIn(root)).toEqual({ 'bee.md': 'ours' })
})

test.each(['ESTALE', 'EIO', 'ETIMEDOUT', 'EXDEV'])(
  'a network disk that fails with %s leaves what was there, and the reason is said',
  async (code) => {
    const failure = Object.assign(new Error(`${code}: it failed`), { code })
    const failing = async (): Promise<never> => await Promise.reject(failure)
    for (const call of ['rename', 'readdir', 'lstat', 'open'] as const) {
      const root = await spaceWith({ 'bee.md': 'old' })
      await expect(
        brokerOn(root, { ...localDisk, [call]: failing }).write({ path, text: 'ours' }),
      ).rejects.toMatchObject({
        code: call === 'rename' ? 'PLATFORM_FILE_UNWRITABLE' : 'WRITES_REFUSED',
        details: { reason: systemErrorReason(failure) },
      })
      expect(await notesIn(root)).toEqual({ 'bee.md': 'old' })
    }
  },
)

test('of many files that are written together each folder is synced once for all, and once when they are taken back', async () => {
  const root = await spaceWith()
  const texts = Array.from({ length: 20 }, (_, place) => `${place}`)
  const handle = await open(root)
  const handles = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const synced = async (run: () => Promise<unknown>): Promise<number> => {
    const calls = vi.spyOn(handles, 'sync')
    await run()
    const count = calls.mock.calls.length
    calls.mockRestore()
    return count
  }
  await brokerOn(root).writeAll(texts.map((text) => ({ path: `notes/${text}.md`, text })))
  const changes = createWritesBroker({ root, grants: ['**'], run: 'changes' })
  const change = async () =>
    await changes.writeAll(texts.map((text) => ({ path: `notes/${text}.md`, text: `new ${text}` })))
  // What they were, their journal, the notes, and the folders of these.
  expect(await synced(change)).toBe(20 + 1 + 20 + 3)
  expect(await synced(async () => await undoWrites('changes', { root }))).toBe(20 + 1)
  expect(await notesIn(root)).toEqual(Object.fromEntries(texts.map((text) => [`${text}.md`, text])))
})
